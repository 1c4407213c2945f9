"""What all of exchange shares: directions, the currency at home, accounts of the ledger, amounts and rates on the wire."""

from decimal import Decimal
from typing import Annotated, Literal

import msgspec

from retaguarda.foundation.currencies import EXPONENT
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.money import BRL, LARGEST, Currency

#: ``out``: a merchant's money at home buys foreign currency; ``in``: the other way round.
Direction = Literal["out", "in"]
DIRECTIONS: tuple[Direction, ...] = ("out", "in")
TaxKind = Literal["goods", "services", "other"]
TAX_KINDS: tuple[TaxKind, ...] = ("goods", "services", "other")

#: The currency that merchants are paid in, against which every other one is bought and sold.
HOME = BRL

#: Accounts of the provider, append-only, one for each currency. A bank's is CLEARING with its code.
POSITION, CLEARING, SPREAD, FEES, TAX, ROUNDING, CASH = (
    "fx_position",
    "fx_clearing",
    "fx_spread",
    "fx_fees",
    "iof_payable",
    "fx_rounding",
    "fx_cash",
)
#: A merchant's account in each foreign currency: what was bought for it and is not abroad yet.
EXCHANGE = "exchange"
AVAILABLE = "available"

#: A decimal number as text, never a float: 5.4120
RateText = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,9}(\.[0-9]{1,10})?$", description="decimal")]
PercentText = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,3}(\.[0-9]{1,4})?$", description="decimal")]


class ForeignPrice(msgspec.Struct, frozen=True):
    """Money in any currency: from one minor unit on."""

    amount: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
    currency: Currency


def foreign_currency(field: str, code: str) -> str:
    """
    Raises:
        ApiError: 400: no currency of ISO 4217, or the one at home.
    """
    if code not in EXPONENT or code == HOME:
        raise invalid_field(field, "currency_unknown", f"{code} is no foreign currency")
    return code


def rate_of(field: str, text: str) -> Decimal:
    """
    Raises:
        ApiError: 400: a rate is above zero.
    """
    rate = Decimal(text)
    if rate <= 0:
        raise invalid_field(field, "out_of_range", "a rate is above zero")
    return rate


def rate_text(rate: Decimal) -> str:
    """Writes a rate without zeros at its end: 5.412."""
    text = f"{rate:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
