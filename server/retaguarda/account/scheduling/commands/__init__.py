"""Commands on schedules."""
