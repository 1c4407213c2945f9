"""Rows of return files, as Postgres holds them; a test compares them with the catalogue."""

from datetime import date, datetime
from typing import ClassVar
from uuid import UUID

from retaguarda.foundation.typed_rows import TableRow


class BoletoPaymentRow(TableRow, frozen=True, kw_only=True):
    """A row of ``boleto_payment``: a title that was paid. Minor units of ``currency``."""

    table: ClassVar[str] = "boleto_payment"

    company_id: int
    id: UUID
    charge_id: UUID
    file_company_id: int
    file_id: UUID
    line: int
    bank: str
    bank_ref: str
    amount: int
    currency: str
    fee: int
    paid_on: date
    created_at: datetime
