"""Cron tasks of the product: their schedules, their runs, and the Commands on them."""
