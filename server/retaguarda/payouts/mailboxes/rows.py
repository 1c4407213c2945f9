"""Rows of mailboxes, as Postgres holds them; a test compares them with the catalogue."""

from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from retaguarda.foundation.typed_rows import TableRow


class MailboxRow(TableRow, frozen=True, kw_only=True):
    """A row of ``mailbox``."""

    table: ClassVar[str] = "mailbox"

    company_id: int
    processor_id: UUID
    host: str
    port: int
    username: str
    host_key: str
    fingerprint: str
    password: bytes | None
    private_key: bytes | None
    outbox: str
    inbox: str
    enabled: bool
    set_at: datetime
    set_by: str
    test_asked_at: datetime | None
    tested_at: datetime | None
    tested_ms: int | None
    test_error: Any
    looked_at: datetime | None
    look_error: Any


class MailboxFileRow(TableRow, frozen=True, kw_only=True):
    """A row of ``mailbox_file``."""

    table: ClassVar[str] = "mailbox_file"

    company_id: int
    id: UUID
    processor_id: UUID
    direction: str
    name: str
    size: int
    sha256: bytes | None
    state: str
    remittance_id: UUID | None
    return_file_id: UUID | None
    changed_at: datetime | None
    created_at: datetime
    actor: str
    naming_at: datetime | None
    taken_until: datetime | None
    attempts: int
    last_error: Any
    ended_at: datetime | None
