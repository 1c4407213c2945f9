"""The statement of a period as a file: CSV, OFX and camt.053."""
