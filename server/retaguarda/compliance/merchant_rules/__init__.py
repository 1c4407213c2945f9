"""What a rule of charges is for one merchant: inherited, stricter, or off for a time."""
