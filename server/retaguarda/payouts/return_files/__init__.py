"""Return files of payments: what banks say of remittances, seen before anything happens and applied once."""
