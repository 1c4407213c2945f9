"""Slips that the demo's merchant is asked to pay."""

from datetime import date


def slip(due: date, amount: int) -> str:
    """The barcode of a slip of Banco do Brasil; ``amount`` in centavos."""
    factor = (due - date(2025, 2, 22)).days + 1_000
    before, after = "0019", f"{factor:04d}{amount:010d}{'1234567890' * 2}12345"
    weighed = sum(int(digit) * (2 + place % 8) for place, digit in enumerate(reversed(before + after)))
    digit = 11 - weighed % 11
    return f"{before}{digit if digit < 10 else 1}{after}"
