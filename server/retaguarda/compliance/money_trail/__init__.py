"""Where money of a subject of PLD went, and where it came from."""
