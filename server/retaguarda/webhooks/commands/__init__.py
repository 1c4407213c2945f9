"""What a person does with webhooks."""
