"""What a payload location is.

A dynamic code holds an address, and the payer's bank finds the charge there (API Pix, /loc). A location that is asked for
ahead can be printed before there is a charge; one charge at a time is put there, and taken away again.

created → free ⇄ linking → linked → unlinking → free; or failed, when the provider refuses to make it. A link or its end that
the provider refuses leaves the location as it was, with the reason.
"""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.payin.charges.model import Charge

STATUSES = ("created", "free", "linking", "linked", "unlinking", "failed")
KINDS = ("immediate", "due")


class LocationInput(msgspec.Struct, forbid_unknown_fields=True):
    """``name`` is seen by the merchant only. ``kind``: of the charges that can be found there (cob, cobv)."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    kind: Literal["immediate", "due"] = "immediate"


class LinkInput(msgspec.Struct, forbid_unknown_fields=True):
    """``charge``: an open charge of the same kind; its own code is replaced by the location's."""

    charge: UUID


class PayloadLocation(msgspec.Struct):
    """``number`` is the provider's id of it; ``txid`` of the charge that is found there."""

    id: UUID
    created_at: datetime
    name: str
    kind: str
    status: str
    number: int | None
    location: str | None
    charge_id: UUID | None
    txid: str | None
    processor: str
    company_id: int
    last_error: str | None


class PayloadLocationRecord(PayloadLocation):
    """With the code that leads there, its picture as SVG, and the charge that is found."""

    br_code: str | None
    picture: str | None
    charge: Charge | None
