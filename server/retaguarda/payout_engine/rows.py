"""Rows of payouts, as Postgres holds them; a test compares them with the catalogue."""

from datetime import date, datetime
from typing import Any, ClassVar
from uuid import UUID

from retaguarda.foundation.typed_rows import TableRow


class PayoutRow(TableRow, frozen=True, kw_only=True):
    """A row of ``payout``: ``amount`` arrives, ``fee`` comes on top. Minor units of ``currency``."""

    table: ClassVar[str] = "payout"

    company_id: int
    id: UUID
    bank_account_id: UUID | None
    origin: str
    origin_id: UUID | None
    method: str
    status: str
    amount: int
    currency: str
    fee: int
    fee_back: bool
    kind: str
    ispb: str | None
    compe: str | None
    bank_name: str | None
    branch: str | None
    number: str | None
    account_type: str | None
    pix_key: str | None
    pix_key_kind: str | None
    holder_name: str
    holder_document: str
    description: str | None
    scheduled_for: date | None
    created_at: datetime
    created_by: UUID | None
    actor: str
    ended_at: datetime | None
    end_to_end_id: str | None
    fail_code: str | None
    last_error: str | None
    blocked_reason: str | None
    queued_reason: str | None
    hold_reason: str | None
    hold_until: datetime | None
    payee_id: UUID | None
    destination: bytes | None
    document_hash: bytes | None
    external_id: str | None
    purpose: str | None
    batch_id: UUID | None
    batch_line: int | None
    replaces: UUID | None
    processor_id: UUID | None
    held: bool
    inside: bool
    seal: bytes | None
    returned: int
    returns_due_at: datetime | None
    returns_error: str | None
    rules_id: UUID | None
    limit_day: date | None
    limit_night: date | None
    limit_payee: bytes | None
    barcode: str | None
    due_on: date | None
    tags: list[str]
    cost_centre: str | None
    priority: int
    ted_purpose: str | None
    opens_at: datetime | None


class PayoutOrderRow(TableRow, frozen=True, kw_only=True):
    """A row of ``payout_order``: of a payout, or of the verification of a bank account. Minor units of ``currency``."""

    table: ClassVar[str] = "payout_order"

    company_id: int
    id: UUID
    payout_id: UUID | None
    bank_account_id: UUID | None
    attempt: int
    provider_id: str
    end_to_end_id: str | None
    amount: int
    currency: str
    state: str
    code: str | None
    reason: str | None
    created_at: datetime
    ended_at: datetime | None
    processor_id: UUID | None
    number: int
    ask_at: datetime | None
    asked: int
    asking_until: datetime | None
    evidence_id: UUID | None
    route: Any
