"""Pay-in's administration page: volume, conversion, refunds and fees by method, processor, merchant, day and hour."""
