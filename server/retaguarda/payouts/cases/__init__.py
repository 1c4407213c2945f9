"""Cases: what the bank did and no payment explains. Its money waits on suspense until two persons settle the case."""
