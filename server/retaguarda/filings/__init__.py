"""Files for regulators: a layout that is data, and the way of each file from the request to the receipt."""
