"""Webhooks out: merchants are told of what happens to their money, signed, until their server says that it has heard."""
