"""Money on the wire and in the program: whole minor units and a currency. Never a float."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Final, Literal

import msgspec

from retaguarda.foundation.currencies import EXPONENT

#: A code of ISO 4217.
Currency = Annotated[str, msgspec.Meta(pattern="^[A-Z]{3}$", description="ISO 4217")]
#: The only currency of Pix, boleto and CNAB files. Whoever sends a Price may leave it out.
Real = Literal["BRL"]
BRL: Final = "BRL"

#: API Pix carries at most ten digits before the decimal point.
LARGEST = 10**12 - 1

#: Symbols that mean one currency only; every other currency is written as its ISO code.
_SYMBOLS = {"BRL": "R$", "USD": "US$", "EUR": "€", "GBP": "£"}
_GROUPS_AND_DECIMALS = {"pt": str.maketrans(",.", ".,"), "en": {}}


class Money(msgspec.Struct, frozen=True):
    """``amount`` in minor units of the currency: centavos of BRL, whole yen of JPY."""

    amount: int
    currency: Currency


class Price(msgspec.Struct, frozen=True):
    """Money asked of somebody in Brazil: from one minor unit to the most API Pix can carry."""

    amount: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
    currency: Real = BRL


def money_or_none(amount: int | None, currency: str) -> Money | None:
    return None if amount is None else Money(amount, currency)


def exponent_of(currency: str) -> int:
    """How many decimals the currency has: 2 for BRL, 0 for JPY, 3 for TND.

    Raises:
        KeyError: ISO 4217 knows no such code.
    """
    return EXPONENT[currency]


def share(amount: int, basis_points: int) -> int:
    """Computes a share of an amount in basis points, rounded half up to the minor unit."""
    return int((Decimal(amount) * basis_points / 10_000).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def average(amount: int, count: int) -> int | None:
    """Averages, rounded half up to the minor unit; None without a count."""
    return None if count == 0 else int((Decimal(amount) / count).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def format_money(amount: int, currency: str, language: Literal["pt", "en"]) -> str:
    """Formats money for people, as Intl does: R$ 1.234,56 in Portuguese, R$1,234.56 in English; JPY 1,235."""
    text = f"{Decimal(abs(amount)).scaleb(-exponent_of(currency)):,f}".translate(_GROUPS_AND_DECIMALS[language])
    symbol = _SYMBOLS.get(currency)
    space = " " if language == "pt" or symbol is None else ""
    return f"{'-' if amount < 0 else ''}{symbol or currency}{space}{text}"
