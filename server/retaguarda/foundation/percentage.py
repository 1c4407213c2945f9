"""Converts shares between percent, as people write them, and basis points, as the program stores them."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated

import msgspec

from retaguarda.foundation.errors import invalid_field

#: "33.33", at most two decimal places.
Percentage = Annotated[str, msgspec.Meta(pattern=r"^\d{1,3}(\.\d{1,2})?$", max_length=6)]


def basis_points(field: str, percentage: str | None) -> int | None:
    """Parses a percentage into basis points.

    Raises:
        ApiError: 400, this field, above 100.
    """
    if percentage is None:
        return None
    whole, _, places = percentage.partition(".")
    points = int(whole) * 100 + int(places.ljust(2, "0"))
    if points > 10_000:
        raise invalid_field(field, "out_of_range", f"{field} is at most 100")
    return points


def percent(points: int) -> str:
    return f"{points // 100}.{points % 100:02d}"


def percent_of(part: int, whole: int) -> Decimal | None:
    """Returns the percentage to one decimal place, rounded half up; None when the whole is zero."""
    return None if whole == 0 else (Decimal(part) * 100 / whole).quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)
