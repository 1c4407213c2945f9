"""API shapes and statuses of payload locations.

A dynamic code holds an address at which the payer's bank finds the charge (API Pix, /loc). A location created ahead can
be printed before there is a charge; one charge at a time is linked to it.

created → free ⇄ linking → linked → unlinking → free; or failed, when the provider refuses to create it. When the
provider refuses to link or unlink, the location returns to its status before and keeps the reason.
"""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.payin.charges.model import Charge

STATUSES = ("created", "free", "linking", "linked", "unlinking", "failed")
KINDS = ("immediate", "due")


class LocationInput(msgspec.Struct, forbid_unknown_fields=True):
    """Only the merchant sees ``name``. ``kind``: of the charges it may serve (cob, cobv)."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    kind: Literal["immediate", "due"] = "immediate"


class LinkInput(msgspec.Struct, forbid_unknown_fields=True):
    """``charge``: an open charge of the same kind; the location's code replaces its own."""

    charge: UUID


class PayloadLocation(msgspec.Struct):
    """``number``: the provider's id; ``txid``: of the linked charge."""

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
    """A location with its code, the picture of it as SVG, and the linked charge."""

    br_code: str | None
    picture: str | None
    charge: Charge | None
