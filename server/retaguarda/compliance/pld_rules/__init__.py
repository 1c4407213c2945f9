"""Rules over what money did (PLD): features, versions, and their test on the whole history."""
