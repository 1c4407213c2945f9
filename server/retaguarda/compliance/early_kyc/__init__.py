"""Early KYC: who wants to come in, before there is a contract."""
