"""An opened dispute: its states and deadlines.

A merchant says that a Pix it sent was a fraud, or left by an operational flaw. We act as its bank: we report it to DICT,
and once the receiver's bank has agreed we request the refund.

created (not yet reported to DICT) → reported (fraud: the receiver's bank analyses) → asked (refund requested) →
returned or partly_returned; refused, by the analysis or the refund; cancelled, by whoever opened it
created → asked, where an operational flaw needs no report
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

#: A payer may complain within 80 days (Regulamento do Pix).
WINDOW = timedelta(days=80)
#: Actor of the events when the receiver's bank moves a dispute.
BANK = "receiver_bank"


class ClaimInput(msgspec.Struct, forbid_unknown_fields=True):
    """``details``: what happened, sent to the receiver's bank; ``amount``: part of the withdrawal, all of it when
    omitted."""

    reason: Literal["fraud", "operational_flaw"]
    details: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TEXT)]
    amount: Price | None = None


class Claim(msgspec.Struct):
    """An opened dispute. ``due_at``: deadline of the receiver's bank for the next step."""

    id: UUID
    opened_at: datetime
    payout_id: UUID
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
    """``answer`` and ``rejection`` come from the receiver's bank. ``paid``, ``paid_at``: amount and time of the
    withdrawal."""

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
