"""Files that people attach: decided by what is in them, kept in the database, given out as downloads."""
