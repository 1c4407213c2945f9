"""Banks that buy and sell foreign currency for us, with their terms and their accounts in the ledger."""
