"""A charge on a shop's page: the publishable key, what it may read, and the script that draws the charge."""
