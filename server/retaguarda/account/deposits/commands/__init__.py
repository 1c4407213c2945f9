"""What a person does with a deposit."""
