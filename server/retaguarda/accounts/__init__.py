"""Accounts of the ledger as staff administer them: what each holds, when it last moved, and what of it is blocked."""
