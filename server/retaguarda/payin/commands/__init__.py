"""What can be done in pay-in, one file a Command."""
