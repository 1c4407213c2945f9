"""API shapes of splits: as agreed, and the shares of a payment."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import LARGEST, Money

#: Parts of one split.
MOST_PARTS = 20
#: Basis points of the whole.
WHOLE = 10_000

PartKind = Literal["fixed", "percent", "remainder"]


class SplitPart(msgspec.Struct, forbid_unknown_fields=True):
    """``value``: minor units of a fixed part, basis points of a percentage, 0 for the remainder. ``recipient`` null:
    the merchant.
    """

    kind: PartKind
    value: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] = 0
    recipient: UUID | None = None


class Split(msgspec.Struct, forbid_unknown_fields=True):
    """The merchant gets what no part takes. ``rounding``: the recipient that takes the odd cents of percentages; null:
    the merchant.
    """

    parts: Annotated[list[SplitPart], msgspec.Meta(min_length=1, max_length=MOST_PARTS)]
    rounding: UUID | None = None


class AgreedPart(msgspec.Struct):
    """``name`` is null for the merchant. ``amount``: of the charge's amount. ``rounding``: takes the odd cents."""

    recipient: UUID | None
    name: str | None
    kind: PartKind
    value: int
    amount: Money
    rounding: bool


class PaymentShare(msgspec.Struct):
    """One share of one payment. ``fee``: what of the payment's fee it bears. ``reduced``: too little came for the
    agreed share.

    ``refunded``: refunded or being refunded; ``carried``: of that, what the merchant bore because the recipient's
    balance did not cover it.
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
