"""Settings of payouts: what each merchant may pay, how, and at what price, in versions."""
