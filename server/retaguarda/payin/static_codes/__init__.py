"""Static codes: a Pix code that does not expire and that any number of payers may pay."""
