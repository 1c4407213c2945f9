"""Rows of pay-in, as Postgres holds them; a test compares them with the catalogue."""

from datetime import date, datetime
from typing import Any, ClassVar
from uuid import UUID

from retaguarda.foundation.typed_rows import TableRow


class ChargeRow(TableRow, frozen=True, kw_only=True):
    """A row of ``charge``. Minor units of ``currency``."""

    table: ClassVar[str] = "charge"

    company_id: int
    id: UUID
    connection_id: UUID
    processor: str
    txid: str
    status: str
    amount: int
    currency: str
    paid: int
    fee: int
    refunded: int
    payer_name: str | None
    payer_document: str | None
    reference: str | None
    description: str | None
    created_at: datetime
    expires_at: datetime
    paid_at: datetime | None
    end_to_end_id: str | None
    location: str | None
    br_code: str | None
    cancel_requested_at: datetime | None
    attempts: int
    last_error: str | None
    created_by: UUID | None
    kind: str
    due_date: date | None
    valid_days: int | None
    terms: Any
    payer_address: Any
    revision: int
    revising: Any
    revision_error: str | None
    static_code: UUID | None
    batch: UUID | None
    batch_line: int | None
    split: Any
    rule: str | None
    held: bool
    tried: list[UUID]


class PixPaymentRow(TableRow, frozen=True, kw_only=True):
    """A row of ``pix_payment``: a Pix that came in. Minor units of ``currency``."""

    table: ClassVar[str] = "pix_payment"

    company_id: int
    end_to_end_id: str
    connection_id: UUID
    charge_id: UUID | None
    txid: str | None
    amount: int
    currency: str
    fee: int
    refunded: int
    paid_at: datetime
    payer_name: str | None
    payer_document: str | None
    status: str
    review_reason: str | None
    received_at: datetime
    parted: bool


class RefundRow(TableRow, frozen=True, kw_only=True):
    """A row of ``refund``. Minor units of ``currency``."""

    table: ClassVar[str] = "refund"

    company_id: int
    id: UUID
    charge_id: UUID | None
    end_to_end_id: str
    provider_id: str
    rtr_id: str | None
    amount: int
    currency: str
    status: str
    reason: str | None
    created_at: datetime
    created_by: UUID | None
    settled_at: datetime | None
    attempts: int
    last_error: str | None
    parted: bool
    carried: int
    nature: str
    med_case: UUID | None
    hold_key: str | None


class ChargeBatchRow(TableRow, frozen=True, kw_only=True):
    """A row of ``charge_batch``. Minor units of ``currency``."""

    table: ClassVar[str] = "charge_batch"

    company_id: int
    id: UUID
    number: int
    connection_id: UUID
    description: str
    status: str
    total: int
    amount: int
    currency: str
    made: int
    denied: int
    attempts: int
    last_error: str | None
    created_at: datetime
    created_by: UUID | None
    finished_at: datetime | None


class MedCaseRow(TableRow, frozen=True, kw_only=True):
    """A row of ``med_case``: a dispute that was received. Minor units of ``currency``."""

    table: ClassVar[str] = "med_case"

    company_id: int
    id: UUID
    end_to_end_id: str
    charge_id: UUID | None
    report_id: UUID | None
    request_id: UUID | None
    report_status: str | None
    request_status: str | None
    reason: str
    status: str
    payer_bank: str
    details: str
    account: str
    amount: int
    currency: str
    asked: int
    agreed: int | None
    blocked: int
    returned: int
    holds: int
    defence: str | None
    answered_at: datetime | None
    answered_by: str | None
    decision: str | None
    decision_note: str | None
    decided_at: datetime | None
    decided_by: str | None
    opened_at: datetime
    heard_at: datetime
    due_at: datetime | None
    overdue_at: datetime | None
    recover_until: datetime
    ended_at: datetime | None
    told_error: str | None


class PayloadLocationRow(TableRow, frozen=True, kw_only=True):
    """A row of ``payload_location``."""

    table: ClassVar[str] = "payload_location"

    company_id: int
    id: UUID
    connection_id: UUID
    processor: str
    name: str
    kind: str
    status: str
    number: int | None
    location: str | None
    br_code: str | None
    charge_id: UUID | None
    attempts: int
    last_error: str | None
    created_at: datetime
    created_by: UUID | None


class StaticCodeRow(TableRow, frozen=True, kw_only=True):
    """A row of ``static_code``. Minor units of ``currency``."""

    table: ClassVar[str] = "static_code"

    company_id: int
    id: UUID
    connection_id: UUID
    txid: str
    name: str
    amount: int | None
    currency: str
    message: str | None
    br_code: str
    created_at: datetime
    created_by: UUID | None
    disabled_at: datetime | None
    split: Any
