"""Conciliation: what banks say beside what the ledger says, every centavo explained."""
