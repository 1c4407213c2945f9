"""Who gets what of a charge, as it is agreed, and as it came about."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import LARGEST, Money

#: Receivers of one charge.
MOST_PARTS = 20
#: Basis points of all of it.
WHOLE = 10_000

PartKind = Literal["fixed", "percent", "remainder"]


class SplitPart(msgspec.Struct, forbid_unknown_fields=True):
    """``value``: minor units of a fixed part, basis points of a percentage, nothing of the remainder. Without ``recipient``: the merchant."""

    kind: PartKind
    value: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] = 0
    recipient: UUID | None = None


class Split(msgspec.Struct, forbid_unknown_fields=True):
    """What no part takes is the merchant's. ``rounding`` names the recipient who takes the odd cents of percentages; without it the merchant."""

    parts: Annotated[list[SplitPart], msgspec.Meta(min_length=1, max_length=MOST_PARTS)]
    rounding: UUID | None = None


class AgreedPart(msgspec.Struct):
    """``name`` is null for the merchant. ``amount``: of what the charge asks for. ``rounding``: takes the odd cents."""

    recipient: UUID | None
    name: str | None
    kind: PartKind
    value: int
    amount: Money
    rounding: bool


class PaymentShare(msgspec.Struct):
    """What one got of one payment. ``fee``: of it, what the payment cost. ``reduced``: too little came for what was agreed.

    ``refunded``: given back or about to be; ``carried``: of that, what the merchant bore because the recipient had no more.
    """

    payment: str
    recipient: UUID | None
    name: str | None
    kind: PartKind
    value: int
    amount: Money
    fee: Money
    refunded: Money
    carried: Money
    reduced: bool
    rounding: bool
    paid_at: datetime
