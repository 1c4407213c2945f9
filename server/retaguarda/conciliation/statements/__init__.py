"""House accounts, and the statements that banks send of them."""
