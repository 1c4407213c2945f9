"""Pay-in settings of merchants: methods, limits, fees and defaults, with the provider's where a merchant has none."""
