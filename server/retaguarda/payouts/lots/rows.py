"""Rows of lots and their lines as a worker reads them."""

from datetime import date, datetime
from typing import ClassVar
from uuid import UUID

from retaguarda.foundation.typed_rows import TableRow


class LotRow(TableRow, frozen=True, kw_only=True):
    table: ClassVar[str] = "payout_lot"

    company_id: int
    id: UUID
    processor_id: UUID
    request_number: int
    state: str
    day: date
    lines: int
    submit_asked_at: datetime | None
    release_asked_at: datetime | None
    held_since: datetime | None
    asking_until: datetime | None
    refusal: str | None


class LineRow(TableRow, frozen=True, kw_only=True):
    table: ClassVar[str] = "payout_lot_line"

    company_id: int
    lot_id: UUID
    number: int
    merchant_id: int
    order_id: UUID
    document: int
    amount: int
    bank_ref: str | None
    outcome: str
