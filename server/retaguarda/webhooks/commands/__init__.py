"""Commands on webhooks."""
