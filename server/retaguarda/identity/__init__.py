"""Identity: sign-in, sessions, second factors and the person's own account."""
