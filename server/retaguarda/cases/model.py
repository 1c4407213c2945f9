"""A case of the ombudsman or of customer service, and its states.

Ombudsman: opened → analysing ⇄ waiting_area → answered → closed; withdrawn or redirected before an answer; reopened to
analysing. Customer service: opened → first_answered → working ⇄ waiting_client → resolved → closed; escalated to the
ombudsman; reopened to working.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.files.store import StoredFile
from retaguarda.foundation.money import Money
from retaguarda.foundation.timeline import Moment

Kind = Literal["ombudsman", "service"]
#: With those of compliance, which no list or path of this room shows.
FileKind = Literal["ombudsman", "service", "pld"]
Channel = Literal["phone", "email", "web", "chat", "letter", "rdr", "procon", "court"]
Matter = Literal["complaint", "request", "praise", "report", "cancellation"]
Subject = Literal["payment", "refund", "payout", "account", "fees", "fraud", "service", "privacy", "other"]
Product = Literal["pix", "boleto", "payout", "account", "exchange", "other"]
Priority = Literal["low", "normal", "high", "urgent"]
Outcome = Literal["upheld_resolved", "upheld_unresolved", "not_upheld"]

CHANNELS: tuple[Channel, ...] = ("phone", "email", "web", "chat", "letter", "rdr", "procon", "court")
MATTERS: tuple[Matter, ...] = ("complaint", "request", "praise", "report", "cancellation")
SUBJECTS: tuple[Subject, ...] = (
    "payment",
    "refund",
    "payout",
    "account",
    "fees",
    "fraud",
    "service",
    "privacy",
    "other",
)
PRODUCTS: tuple[Product, ...] = ("pix", "boleto", "payout", "account", "exchange", "other")
PRIORITIES: tuple[Priority, ...] = ("low", "normal", "high", "urgent")
OUTCOMES: tuple[Outcome, ...] = ("upheld_resolved", "upheld_unresolved", "not_upheld")

OMBUDSMAN_STATES = ("opened", "analysing", "waiting_area", "answered", "closed", "withdrawn", "redirected")
SERVICE_STATES = ("opened", "first_answered", "working", "waiting_client", "resolved", "escalated", "closed")
#: Nobody waits for an answer any more.
ANSWERED = ("answered", "resolved", "closed", "withdrawn", "redirected", "escalated")
#: Through these channels a case comes to the ombudsman without having been at customer service.
OFFICIAL: tuple[Channel, ...] = ("rdr", "procon", "court")

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=4000)]
Letter = Annotated[str, msgspec.Meta(min_length=20, max_length=8000)]


class TicketInput(msgspec.Struct, forbid_unknown_fields=True):
    """``merchant``: the company it is about. ``asked_human``: the person asked for a human before this was taken down."""

    channel: Channel
    matter: Matter
    subject: Subject
    product: Product
    requester_name: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    description: Text
    requester_document: Annotated[str, msgspec.Meta(max_length=18)] | None = None
    requester_contact: Annotated[str, msgspec.Meta(min_length=3, max_length=200)] | None = None
    merchant: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)] | None = None
    priority: Priority = "normal"
    end_to_end_id: Annotated[str, msgspec.Meta(max_length=35)] | None = None
    asked_human_at: datetime | None = None


class OmbudsmanInput(TicketInput):
    """``service_protocol``: of the customer service case before; the ombudsman is the last instance."""

    service_protocol: Annotated[str, msgspec.Meta(pattern="^[0-9]{15}$")] | None = None


class TextInput(msgspec.Struct, forbid_unknown_fields=True):
    text: Text


class LetterInput(msgspec.Struct, forbid_unknown_fields=True):
    """``text`` is the letter that the person gets."""

    outcome: Outcome
    text: Letter


class RatingInput(msgspec.Struct, forbid_unknown_fields=True):
    satisfaction: Annotated[int, msgspec.Meta(ge=1, le=5)]


class ReportInput(msgspec.Struct, forbid_unknown_fields=True):
    year: Annotated[int, msgspec.Meta(ge=2024, le=2100)]
    half: Annotated[int, msgspec.Meta(ge=1, le=2)]


class Ticket(msgspec.Struct):
    """One case as Commands return it. ``due_on``: the last day for an answer, where the deadlines are counted."""

    id: UUID
    kind: Kind
    protocol: str
    state: str
    opened_at: datetime
    opened_by: str
    channel: Channel
    matter: Matter
    subject: Subject
    product: Product
    priority: Priority
    merchant_id: int | None
    requester_name: str
    requester_document: str | None
    requester_contact: str | None
    description: str
    end_to_end_id: str | None
    earlier_id: UUID | None
    due_on: date
    extended_on: date | None
    extension_reason: str | None
    first_answered_at: datetime | None
    asked_human_at: datetime | None
    human_at: datetime | None
    answered_at: datetime | None
    answer: str | None
    outcome: Outcome | None
    reopened: int
    history_due_on: date | None
    history_sent_at: datetime | None
    satisfaction: int | None
    closed_at: datetime | None


class TicketRow(Ticket):
    """A row of ``case_file``."""

    owner_id: UUID | None
    clock_from: date


class CaseFile(msgspec.Struct):
    """A row of ``case_file`` as the rooms see it that keep more of a case elsewhere."""

    id: UUID
    kind: FileKind
    protocol: str
    state: str
    opened_at: datetime
    opened_by: str
    requester_name: str
    requester_document: str | None
    merchant_id: int | None
    owner_id: UUID | None
    earlier_id: UUID | None
    due_on: date
    clock_from: date
    closed_at: datetime | None


class TicketStep(msgspec.Struct):
    """What was said or done, numbered from 1."""

    n: int
    at: datetime
    actor: str
    kind: str
    body: str | None


class RelatedTicket(msgspec.Struct):
    id: UUID
    kind: Kind
    protocol: str
    state: str
    opened_at: datetime


class BookedLeg(msgspec.Struct):
    """One leg of a journal; ``debit`` or ``credit`` is set."""

    journal_id: UUID
    kind: str
    account: str
    debit: Money | None
    credit: Money | None
    at: datetime


class LoggedStep(msgspec.Struct):
    """What happened to a payment. ``log_index``: its place in the log, which proves it; null until it is sequenced."""

    at: datetime
    kind: str
    actor: str
    log_index: int | None


class TicketPayment(msgspec.Struct):
    """The payment that a case is about, as it was booked."""

    company_id: int
    company_name: str
    end_to_end_id: str
    charge_id: UUID | None
    status: str
    amount: Money
    refunded: Money
    paid_at: datetime
    received_at: datetime
    booked: list[BookedLeg]
    steps: list[LoggedStep]


class TicketRecord(Ticket):
    """A case with its history. ``days_left`` in ``unit``, below zero when overdue; null when nobody waits any more.

    ``holidays``: the days between opening and due day on which no bank works. ``extended_share``: basis points of this
    month's cases that were extended; more than 1,000 must be explained to the Central Bank.
    """

    owner: str | None
    merchant_name: str | None
    unit: str
    norm: str
    may_extend: bool
    days_left: int | None
    holidays: list[date]
    extended_share: int
    steps: list[TicketStep]
    related: list[RelatedTicket]
    files: list[StoredFile]
    payment: TicketPayment | None
    timeline: list[Moment]


class OmbudsmanReport(msgspec.Struct):
    """The ombudsman's half-year as it was frozen."""

    year: int
    half: int
    opened: int
    answered: int
    extended: int
    overdue: int
    mean_hours: int
    by_subject: dict[str, int]
    by_product: dict[str, int]
    by_channel: dict[str, int]
    by_outcome: dict[str, int]
    sha256: str
    frozen_at: datetime | None
    frozen_by: str | None
