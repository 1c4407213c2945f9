"""An adjustment: a note that moves money of a merchant, asked for by one person and posted by another."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.account.notes.model import Reason as NoteReason
from retaguarda.account.notes.model import Status
from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

Origin = Literal["hand", "exception", "return_file", "dispute"]
ORIGINS: tuple[Origin, ...] = ("hand", "exception", "return_file", "dispute")


class AdjustmentInput(msgspec.Struct, forbid_unknown_fields=True):
    """``exception``: what it books; its line is then matched with the journal. ``evidence``: where the proof is."""

    merchant: Annotated[int, msgspec.Meta(ge=2, le=2**31 - 1)]
    type: Literal["credit", "debit"]
    reason: NoteReason
    amount: Price
    due_date: date
    description: Annotated[str, msgspec.Meta(min_length=1, max_length=140)]
    evidence: Reason | None = None
    exception: UUID | None = None


class DecideAdjustmentInput(msgspec.Struct, forbid_unknown_fields=True):
    """``post`` is another person's than whoever asked; ``refuse`` anybody's who may."""

    choice: Literal["post", "refuse"]


class Adjustment(msgspec.Struct):
    id: UUID
    merchant_id: int
    merchant_name: str
    number: int
    type: Literal["credit", "debit"]
    reason: str
    description: str
    amount: Money
    due_date: date
    status: Status
    origin: Origin
    origin_id: UUID | None
    evidence: str | None
    created_at: datetime
    created_by: str
    posted_at: datetime | None
    posted_by: str | None
    cancelled_at: datetime | None
    cancelled_by: str | None
    journal_id: UUID | None


class AlikeAdjustment(msgspec.Struct):
    """Another adjustment of the same merchant and amount within thirty days."""

    id: UUID
    number: int
    created_at: datetime
    status: Status


class AdjustmentRecord(Adjustment):
    """``available``: the merchant's balance now. ``mine``: the principal asked for it. ``reversed_by``: the journal that took it back."""

    available: Money
    mine: bool
    reversed_by: UUID | None
    alike: list[AlikeAdjustment]
    timeline: list[Moment]
