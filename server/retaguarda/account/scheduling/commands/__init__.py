"""What a person does with a schedule."""
