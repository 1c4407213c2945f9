"""Whether what holds of a merchant is what its contract says: terms, registration, fees and limits in use."""
