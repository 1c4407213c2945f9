"""Rows of the ledger, as Postgres holds them; a test compares them with the catalogue."""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from retaguarda.foundation.typed_rows import TableRow


class JournalRow(TableRow, frozen=True, kw_only=True):
    """A row of ``ledger_journal``."""

    table: ClassVar[str] = "ledger_journal"

    id: UUID
    company_id: int
    legs: int
    key: str
    request_hash: bytes
    kind: str
    reference: str
    effective_at: datetime
    recorded_at: datetime
    reverses: UUID | None


class EntryRow(TableRow, frozen=True, kw_only=True):
    """A row of ``ledger_entry``, without the transaction that wrote it. Minor units of ``currency``; positive = credit."""

    table: ClassVar[str] = "ledger_entry"

    journal_id: UUID
    account_id: int
    amount: int
    version: int | None
    balance_after: int | None
    posted_at: datetime
    company_id: int
    leg: int
    currency: str


class HoldRow(TableRow, frozen=True, kw_only=True):
    """A row of ``ledger_hold``. Minor units of its account's currency."""

    table: ClassVar[str] = "ledger_hold"

    id: UUID
    company_id: int
    account_id: int
    amount: int
    state: str
    key: str
    request_hash: bytes
    reference: str
    expires_at: datetime | None
    journal_id: UUID | None
    created_at: datetime
    closed_at: datetime | None
