"""Pay-in at a glance: volume, conversion, refunds and fees, by method, processor, merchant, day and hour."""
