"""The book of banks: their names, codes and what their account numbers look like, for every room that names a bank."""
