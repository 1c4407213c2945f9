"""What a static code is.

The provider is not told of it: the code names its key and a txid of ours. Each payment that carries the txid becomes a charge
of its own, of the kind ``static``, paid in the moment it is made; or one under review where the code is disabled or asks for
another amount.
"""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money, Price
from retaguarda.payin.charges.model import Charge
from retaguarda.payin.splits.model import AgreedPart, Split

STATUSES = ("active", "disabled")


class CodeInput(msgspec.Struct, forbid_unknown_fields=True):
    """``amount``: what every payer pays; without it each says how much. ``message`` is shown to the payer;
    ``split`` holds for every payment."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    amount: Price | None = None
    message: Annotated[str, msgspec.Meta(max_length=25)] | None = None
    split: Split | None = None


class StaticCode(msgspec.Struct):
    """``payments`` and ``received``: what was paid with it and is not under review."""

    id: UUID
    created_at: datetime
    name: str
    txid: str
    amount: Money | None
    message: str | None
    status: str
    payments: int
    received: Money
    company_id: int


class StaticCodeRecord(StaticCode):
    """With the code itself, its picture as SVG, who gets what of its payments (``amount`` 0 where the payer says how much), and the newest charges that its payments became."""

    br_code: str
    picture: str
    split: list[AgreedPart]
    disabled_at: datetime | None
    charges: list[Charge]
