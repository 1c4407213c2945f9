"""What can be done here, one file a subject."""
