"""Units that a merchant pays through: whose they are, under which contract, with which budget."""
