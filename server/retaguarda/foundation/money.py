"""Money on the wire and in the program: whole minor units and a currency. Never a float."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Final, Literal

import msgspec

Currency = Literal["BRL"]
BRL: Final = "BRL"

#: API Pix carries at most ten digits before the decimal point.
LARGEST = 10**12 - 1


class Money(msgspec.Struct, frozen=True):
    """``amount`` in minor units (centavos)."""

    amount: int
    currency: Currency = "BRL"


class Price(msgspec.Struct, frozen=True):
    """Money asked of somebody: from one minor unit to the most API Pix can carry."""

    amount: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
    currency: Currency = "BRL"


def money_or_none(amount: int | None) -> Money | None:
    return None if amount is None else Money(amount)


def share(amount: int, basis_points: int) -> int:
    """Computes a share of an amount in basis points, rounded half up to the minor unit."""
    return int((Decimal(amount) * basis_points / 10_000).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def average(amount: int, count: int) -> int | None:
    """Averages, rounded half up to the minor unit; None without a count."""
    return None if count == 0 else int((Decimal(amount) / count).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def format_money(amount: int, language: Literal["pt", "en"]) -> str:
    """Formats reais for people: R$ 1.234,56 or BRL 1,234.56."""
    text = f"{abs(amount) // 100:,}.{abs(amount) % 100:02d}"
    sign = "-" if amount < 0 else ""
    if language == "en":
        return f"{sign}BRL {text}"
    return f"{sign}R$ {text.translate(str.maketrans(',.', '.,'))}"
