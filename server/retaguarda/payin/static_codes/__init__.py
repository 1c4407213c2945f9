"""Static codes: a Pix code without an end, which any number of payers may pay."""
