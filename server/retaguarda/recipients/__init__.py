"""Recipients: who gets a part of what a merchant's payers pay, and has it paid out."""
