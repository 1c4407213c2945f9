"""What the room does by itself: calls to the provider, each by a job that may run twice, and work by the clock."""
