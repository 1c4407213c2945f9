"""A merchant note and its states: draft → awaiting_approval → posted, or cancelled before that."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.files.store import StoredFile
from retaguarda.foundation.money import Money, Price

NoteType = Literal["credit", "debit"]
Reason = Literal[
    "fee_correction", "bank_fee", "rounding", "goodwill", "write_off", "chargeback_fee", "conciliation", "other"
]
Status = Literal["draft", "awaiting_approval", "posted", "cancelled"]

TYPES: tuple[NoteType, ...] = ("credit", "debit")
REASONS: tuple[Reason, ...] = (
    "fee_correction",
    "bank_fee",
    "rounding",
    "goodwill",
    "write_off",
    "chargeback_fee",
    "conciliation",
    "other",
)
STATUSES: tuple[Status, ...] = ("draft", "awaiting_approval", "posted", "cancelled")


class NoteInput(msgspec.Struct, forbid_unknown_fields=True):
    """``due_date``: the day it takes effect, in the merchant's calendar. The merchant reads ``description``."""

    type: NoteType
    reason: Reason
    amount: Price
    due_date: date
    description: Annotated[str, msgspec.Meta(min_length=1, max_length=140)]


class Note(msgspec.Struct):
    id: UUID
    company_id: int
    number: int
    type: NoteType
    reason: Reason
    description: str
    amount: Money
    due_date: date
    status: Status
    created_by: str
    created_at: datetime
    submitted_by: str | None
    submitted_at: datetime | None
    posted_by: str | None
    posted_at: datetime | None
    cancelled_by: str | None
    cancelled_at: datetime | None
    journal_id: UUID | None


class NoteRecord(Note):
    """``reversed_by``: the journal that reversed this note's. ``mine``: the principal wrote, changed or submitted it,
    so another person posts it. ``may_write`` and ``may_post``: what the principal may do with it now."""

    reversed_by: UUID | None
    files: list[StoredFile]
    mine: bool
    may_write: bool
    may_post: bool
