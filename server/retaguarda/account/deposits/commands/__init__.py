"""Commands on deposits."""
