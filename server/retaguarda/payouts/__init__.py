"""Money that goes out: to whom, through which banks, from whose account and under which contract."""
