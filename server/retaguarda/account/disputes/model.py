"""What a claim is, its states and its clocks.

A merchant says that a Pix it sent was a fraud, or went out by a flaw. We are its bank: we report it to DICT, and after the
receiver's bank has agreed we ask for the money.

created (DICT is about to be told) → reported (fraud: the receiver's bank analyses) → asked (the money was asked for) →
returned or partly_returned; refused, by the analysis or the refund; cancelled, by who opened it
created → asked, where a flaw of a system needs no report
"""

from datetime import datetime, timedelta
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.timeline import Moment
from retaguarda.providers.dict.port import LONGEST_TEXT

STATUSES = ("created", "reported", "asked", "returned", "partly_returned", "refused", "cancelled")
REASONS = ("fraud", "operational_flaw")

#: A payer complains within 80 days (Regulamento do Pix).
WINDOW = timedelta(days=80)
#: Who acts when the receiver's bank moves a claim.
BANK = "receiver_bank"


class ClaimInput(msgspec.Struct, forbid_unknown_fields=True):
    """``details``: what happened, told to the receiver's bank; ``amount``: of the withdrawal, all of it unless given."""

    reason: Literal["fraud", "operational_flaw"]
    details: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TEXT)]
    amount: Price | None = None


class Claim(msgspec.Struct):
    """``due_at``: until when the receiver's bank has to do the next step."""

    id: UUID
    opened_at: datetime
    transfer_id: UUID
    end_to_end_id: str
    reason: str
    status: str
    holder_name: str
    amount: Money
    returned: Money
    due_at: datetime | None
    ended_at: datetime | None
    company_id: int


class ClaimRecord(Claim):
    """``answer`` and ``rejection``: of the receiver's bank. ``paid``: what had left, and when."""

    details: str
    opened_by: str
    holder_document: str
    paid: Money
    paid_at: datetime
    report_id: UUID | None
    request_id: UUID | None
    answer: str | None
    rejection: str | None
    rtr_id: str | None
    cancel_requested: bool
    told_error: str | None
    timeline: list[Moment]
