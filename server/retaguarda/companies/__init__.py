"""Companies: in what state they are, who owns them, what is known of them and what they may do."""
