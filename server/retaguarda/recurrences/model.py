"""Statuses and API shapes of recurrences, confirmation requests, recurring charges and attempts.

Our status, with API Pix's in brackets; ``created``: stored, not yet sent to the provider; ``failed``: the provider
refused it.

recurrence: created → pending (CRIADA) → approved (APROVADA), rejected, expired;
            cancelled (CANCELADA) from each of these
request:    created → pending (CRIADA), sent (ENVIADA), received (RECEBIDA) → accepted (ACEITA), rejected, expired,
            cancelled
charge:     created → pending (CRIADA) → active (ATIVA) → paid (CONCLUIDA), expired, rejected, cancelled
attempt:    requested (SOLICITADA) → scheduled (AGENDADA) → paid (PAGA), cancelled, rejected, expired
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.timeline import Moment
from retaguarda.payin.charges.model import Entry, Message, PayerInput, Refund, RefundAsked
from retaguarda.payin.splits.model import AgreedPart, PaymentShare, Split
from retaguarda.providers.pix.recurrence_codes import Periodicity, RetryPolicy

Journey = Literal["JORNADA_1", "JORNADA_2", "JORNADA_3", "JORNADA_4"]

#: Status of API Pix → ours.
RECURRENCES = {
    "CRIADA": "pending",
    "APROVADA": "approved",
    "REJEITADA": "rejected",
    "EXPIRADA": "expired",
    "CANCELADA": "cancelled",
}
REQUESTS = {
    "CRIADA": "pending",
    "ENVIADA": "sent",
    "RECEBIDA": "received",
    "ACEITA": "accepted",
    "REJEITADA": "rejected",
    "EXPIRADA": "expired",
    "CANCELADA": "cancelled",
}
CHARGES = {
    "CRIADA": "pending",
    "ATIVA": "active",
    "CONCLUIDA": "paid",
    "EXPIRADA": "expired",
    "REJEITADA": "rejected",
    "CANCELADA": "cancelled",
}
ATTEMPTS = {
    "SOLICITADA": "requested",
    "AGENDADA": "scheduled",
    "PAGA": "paid",
    "CANCELADA": "cancelled",
    "REJEITADA": "rejected",
    "EXPIRADA": "expired",
}

RECURRENCE_STATUSES = ("created", *RECURRENCES.values(), "failed")
CHARGE_STATUSES = ("created", *CHARGES.values(), "failed")
JOURNEYS = ("JORNADA_1", "JORNADA_2", "JORNADA_3", "JORNADA_4")
PERIODICITIES = ("SEMANAL", "MENSAL", "TRIMESTRAL", "SEMESTRAL", "ANUAL")
RETRY_POLICIES = ("NAO_PERMITE", "PERMITE_3R_7D")

#: Actor of the charges that the clock creates.
CLOCK = "clock"


class RecurrenceInput(msgspec.Struct, forbid_unknown_fields=True):
    """``amount``: of each cycle; ``minimum``: the lowest limit a payer may set, for amounts that vary. At most one of
    them.

    ``contract`` is the number by which the payer knows the agreement, ``object`` what is sold. ``automatic``: we create
    each cycle's charge, 10 days before it is due; it requires ``amount``. ``charge``: for JORNADA_3 the open charge
    that the payer pays with the authorisation; for JORNADA_4 the one whose code offers it too. ``split``: of every
    cycle.
    """

    contract: Annotated[str, msgspec.Meta(min_length=1, max_length=35)]
    payer: PayerInput
    starts_on: date
    periodicity: Periodicity
    journey: Journey = "JORNADA_2"
    object: Annotated[str, msgspec.Meta(min_length=1, max_length=35)] | None = None
    ends_on: date | None = None
    amount: Price | None = None
    minimum: Price | None = None
    retry_policy: RetryPolicy = "NAO_PERMITE"
    agreement: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] | None = None
    automatic: bool = True
    charge: UUID | None = None
    split: Split | None = None


class StartInput(msgspec.Struct, forbid_unknown_fields=True):
    """A new first day, only before the payer approves."""

    starts_on: date


class RequestInput(msgspec.Struct, forbid_unknown_fields=True):
    """The payer's account: ``bank`` is its ISPB, 8 digits or capitals; ``branch`` without check digit. The request
    expires after ``hours``.
    """

    bank: Annotated[str, msgspec.Meta(min_length=1, max_length=8)]
    account: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    branch: Annotated[str, msgspec.Meta(min_length=1, max_length=4)] | None = None
    hours: Annotated[int, msgspec.Meta(ge=1, le=720)] = 72


class RecurringChargeInput(msgspec.Struct, forbid_unknown_fields=True):
    """``amount`` defaults to the recurrence's. ``adjusts``: a due day that is no business day moves to the next. The
    payer sees ``info``.
    """

    due_on: date
    amount: Price | None = None
    info: Annotated[str, msgspec.Meta(min_length=1, max_length=140)] | None = None
    adjusts: bool = True


class RetryInput(msgspec.Struct, forbid_unknown_fields=True):
    """``day``: after today, at most 7 days after the due day."""

    day: date


class RecurringRefundInput(msgspec.Struct, forbid_unknown_fields=True):
    """The payer sees ``reason``."""

    amount: Price
    reason: Annotated[str, msgspec.Meta(max_length=140)] | None = None


class Recurrence(msgspec.Struct):
    """A recurrence in lists and in responses to Commands. ``ended_by``: who ended it, in the words of API Pix."""

    id: UUID
    created_at: datetime
    id_rec: str | None
    contract: str
    object: str | None
    payer_name: str
    payer_document: str
    periodicity: str
    starts_on: date
    ends_on: date | None
    amount: Money | None
    minimum: Money | None
    retry_policy: str
    agreement: str | None
    journey: str
    automatic: bool
    next_due: date | None
    status: str
    end_code: str | None
    processor: str
    company_id: int
    last_error: str | None


class Request(msgspec.Struct):
    id: UUID
    id_solic_rec: str | None
    status: str
    bank: str
    branch: str | None
    account: str
    expires_at: datetime
    created_at: datetime
    error: str | None


class RecurringCharge(msgspec.Struct):
    """The charge of one cycle, counted from 0. ``end_code``: why it was rejected or cancelled."""

    id: UUID
    created_at: datetime
    recurrence_id: UUID
    txid: str
    cycle: int
    due_on: date
    amount: Money
    paid: Money
    fee: Money
    status: str
    tries: int
    next_attempt: date | None
    paid_at: datetime | None
    end_to_end_id: str | None
    end_code: str | None
    by_hand: bool
    company_id: int
    last_error: str | None


class RecurrenceRecord(Recurrence):
    """A recurrence with its requests, charges, timeline and provider messages. Documents are complete here, masked in
    lists.
    """

    br_code: str | None
    split: list[AgreedPart]
    payer_bank: str | None
    payer_bank_name: str | None
    approved_at: datetime | None
    ended_at: datetime | None
    ended_by: str | None
    end_reason: str | None
    cancel_requested: bool
    code_wanted: bool
    requests: list[Request]
    charges: list[RecurringCharge]
    timeline: list[Moment]
    messages: list[Message]
    archived_months: list[str] = []


class Attempt(msgspec.Struct):
    """One attempt to collect. ``kind``: AGND (scheduled), NTAG (retry on another day), RIFL (again on the same day)."""

    number: int
    settles_on: date | None
    kind: str
    end_to_end_id: str
    status: str
    code: str | None
    reason: str | None
    updated_at: datetime


class RecurringChargeRecord(RecurringCharge):
    """``retries_left`` 0: no retry is possible. ``last_retry_day``: the last day for one. ``refundable``: of what it
    received, without what ``refund_requests`` reserve.
    """

    contract: str
    payer_name: str
    payer_document: str
    id_rec: str | None
    info: str | None
    split: list[AgreedPart]
    shares: list[PaymentShare]
    adjusts: bool
    ended_at: datetime | None
    ended_by: str | None
    end_reason: str | None
    cancel_requested: bool
    cancellable: bool
    retries_left: int
    last_retry_day: date
    retry_on: date | None
    refundable: Money
    awaiting_approval: Money
    refund_requests: list[RefundAsked]
    refunds: list[Refund]
    tries_made: list[Attempt]
    entries: list[Entry]
    timeline: list[Moment]
    messages: list[Message]
    archived_months: list[str] = []


class CalendarDay(msgspec.Struct):
    """What is due on a day and what of it was received: amounts in minor units, and counts."""

    day: date
    expected: Money
    expected_count: int
    received: Money
    received_count: int
    refused_count: int
