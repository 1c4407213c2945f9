"""A case of PLD as one file that anybody checks and recomputes without us."""
