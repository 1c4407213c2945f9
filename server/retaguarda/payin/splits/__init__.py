"""Splits: agreed with a charge, divided when it is paid, taken back when it is refunded."""
