"""Notifications to people about what happened."""
