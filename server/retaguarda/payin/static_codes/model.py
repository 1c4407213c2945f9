"""API shapes and statuses of static codes.

The provider does not know the code: it holds the provider's key and our txid. Each payment with that txid becomes a
charge of kind ``static``, paid as it is created; or one under review when the code is disabled or has another amount.
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
    """``amount``: what every payer pays; null: each enters one. The payer sees ``message``; ``split`` applies to every
    payment.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    amount: Price | None = None
    message: Annotated[str, msgspec.Meta(max_length=25)] | None = None
    split: Split | None = None


class StaticCode(msgspec.Struct):
    """``payments`` and ``received``: its payments that are not under review."""

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
    """A static code with its BR Code, the picture as SVG, the shares of its payments (``amount`` 0 where the payer
    enters one), and its newest charges.
    """

    br_code: str
    picture: str
    split: list[AgreedPart]
    disabled_at: datetime | None
    charges: list[Charge]
