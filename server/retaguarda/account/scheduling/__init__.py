"""Schedules: withdrawals that request themselves, once on a date, or every day, week or month."""
