"""What can be done with a company, one file a subject. Only the provider's own people do any of it."""
