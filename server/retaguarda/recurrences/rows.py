"""Rows of recurrences and their charges, as Postgres holds them; a test compares them with the catalogue."""

from datetime import date, datetime
from typing import Any, ClassVar
from uuid import UUID

from retaguarda.foundation.typed_rows import TableRow


class RecurrenceRow(TableRow, frozen=True, kw_only=True):
    """A row of ``recurrence``. Minor units of ``currency``."""

    table: ClassVar[str] = "recurrence"

    company_id: int
    id: UUID
    connection_id: UUID
    processor: str
    id_rec: str | None
    status: str
    contract: str
    object: str | None
    payer_name: str
    payer_document: str
    periodicity: str
    starts_on: date
    ends_on: date | None
    amount: int | None
    currency: str
    minimum: int | None
    retry_policy: str
    agreement: str | None
    journey: str
    charge_id: UUID | None
    automatic: bool
    next_cycle: int
    next_due: date | None
    location_id: int | None
    br_code: str | None
    payer_bank: str | None
    payer_limit: int | None
    approved_at: datetime | None
    ended_at: datetime | None
    ended_by: str | None
    end_code: str | None
    end_reason: str | None
    new_start: date | None
    cancel_requested_at: datetime | None
    tried: bool
    asked_at: datetime
    attempts: int
    last_error: str | None
    created_at: datetime
    created_by: UUID | None
    code_wanted_at: datetime | None
    new_location_id: int | None
    split: Any


class RecurrenceRequestRow(TableRow, frozen=True, kw_only=True):
    """A row of ``recurrence_request``: the payer's bank shows the recurrence to the payer."""

    table: ClassVar[str] = "recurrence_request"

    company_id: int
    id: UUID
    recurrence_id: UUID
    id_solic_rec: str | None
    status: str
    bank: str
    branch: str | None
    account: str
    expires_at: datetime
    cancel_requested_at: datetime | None
    attempts: int
    last_error: str | None
    created_at: datetime
    created_by: UUID | None


class RecurringChargeRow(TableRow, frozen=True, kw_only=True):
    """A row of ``recurring_charge``: the charge of one cycle. Minor units of ``currency``."""

    table: ClassVar[str] = "recurring_charge"

    company_id: int
    id: UUID
    recurrence_id: UUID
    connection_id: UUID
    txid: str
    status: str
    cycle: int
    due_on: date
    amount: int
    currency: str
    info: str | None
    adjusts: bool
    paid: int
    fee: int
    paid_at: datetime | None
    end_to_end_id: str | None
    next_attempt: date | None
    tries: int
    retry_on: date | None
    ended_at: datetime | None
    ended_by: str | None
    end_code: str | None
    end_reason: str | None
    cancel_requested_at: datetime | None
    asked_at: datetime
    attempts: int
    last_error: str | None
    created_at: datetime
    created_by: UUID | None
    split: Any
    rule: str | None
    held: bool
