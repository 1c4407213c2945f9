"""Export the statement of a period as a file: CSV, OFX, camt.053 and PDF."""
