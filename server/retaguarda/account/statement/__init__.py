"""The statement: every entry of a merchant's accounts, as a list, as it was known on a day, and as files."""
