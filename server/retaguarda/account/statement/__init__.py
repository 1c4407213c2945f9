"""The statement: every entry of a merchant's accounts, as a list, compared with what was known on a day, and as files."""
