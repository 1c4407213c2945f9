"""Commands on a company, one file a subject. Only staff may run them."""
