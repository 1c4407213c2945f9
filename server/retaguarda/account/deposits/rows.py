"""Rows of deposits, as Postgres holds them; a test compares them with the catalogue."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from retaguarda.foundation.typed_rows import TableRow


class DepositRow(TableRow, frozen=True, kw_only=True):
    """A row of ``deposit``; ``amount`` is null where its Pix has it. Minor units of ``currency``."""

    table: ClassVar[str] = "deposit"

    id: UUID
    company_id: int
    end_to_end_id: str | None
    status: str
    matched_by: str | None
    received_at: datetime
    identified_at: datetime | None
    identified_by: str | None
    reason: str | None
    file_company_id: int | None
    file_id: UUID | None
    line: int | None
    bank: str | None
    bank_ref: str | None
    payer_name: str | None
    payer_document: str | None
    amount: int | None
    currency: str
    paid_at: datetime | None
    internal_id: UUID | None
    given_back: int
