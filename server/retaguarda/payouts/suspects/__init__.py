"""Destinations and documents under founded suspicion of fraud: nothing is paid to them."""
