"""Companies: registration, status, partners, contracts, attributes, limits and fees."""
