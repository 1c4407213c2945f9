"""Types of the publishable key and of the charge it reads."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money

MOST_ORIGINS = 20
#: Statuses after which the payer's page stops polling.
FINAL = ("paid", "expired", "cancelled", "failed", "partially_refunded", "refunded")


class OriginsInput(msgspec.Struct, forbid_unknown_fields=True):
    """``origins``: pages that may use the key, each https://host, with its port if it is not the default."""

    origins: Annotated[
        list[Annotated[str, msgspec.Meta(min_length=1, max_length=300)]], msgspec.Meta(max_length=MOST_ORIGINS)
    ]


class CheckoutKey(msgspec.Struct):
    """``key`` null: none was made yet. It is no secret: it reads one charge at a time, whose id one must know."""

    key: str | None
    origins: list[str]
    created_at: datetime | None


class Code(msgspec.Struct):
    """A QR code: ``size`` modules each way, quiet zone included; ``path`` draws the dark ones, as SVG."""

    size: int
    path: str


class PublicCharge(msgspec.Struct):
    """What a payer's page gets of a charge. ``br_code`` and ``code`` while it can be paid; ``final``: stop polling."""

    id: UUID
    status: str
    final: bool
    amount: Money
    merchant: str
    expires_at: datetime
    paid_at: datetime | None
    br_code: str | None
    code: Code | None
