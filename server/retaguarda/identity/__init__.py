"""Who people are: sign-in, sessions, what they may do."""
