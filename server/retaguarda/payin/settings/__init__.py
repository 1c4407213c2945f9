"""What merchants may ask for and what they pay: methods, limits, fees and what is usual, with the house's where they have none."""
