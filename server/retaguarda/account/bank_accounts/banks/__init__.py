"""Brazilian banks and the rules for their account numbers."""
