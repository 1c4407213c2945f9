"""Coverage and blind spots of the PLD rules."""
