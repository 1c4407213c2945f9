"""Commands on disputes."""
