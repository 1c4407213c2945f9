"""Outgoing webhooks: send merchants signed notice of what happens to their money, until their server confirms it."""
