"""Lines of the bank beside expectations of the ledger: matches and exceptions."""
