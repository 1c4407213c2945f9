"""Statuses and API shapes of imports.

receiving → received → read → applied, or unreadable; discarded before it is applied. A row adds a payee, extends one by a
destination, is known already, or is bad and says why.
"""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

STATUSES = ("receiving", "received", "read", "applied", "unreadable", "discarded")
OUTCOMES = ("add", "extend", "known", "bad")
#: Bytes of a file, and of one piece. A request body has at most a million bytes.
LARGEST = 8 * 1024 * 1024
PIECE = 512 * 1024
#: Rows that one file may have.
MOST_ROWS = 50_000


class ImportInput(msgspec.Struct, forbid_unknown_fields=True):
    """``size`` in bytes; each piece has ``PIECE`` bytes, the last one fewer."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    size: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]


class PayeeImport(msgspec.Struct):
    """One file. ``problem``: why it cannot be read. The counts are of its rows, by what each would do."""

    id: UUID
    created_at: datetime
    name: str
    size: int
    status: Literal["receiving", "received", "read", "applied", "unreadable", "discarded"]
    problem: str | None
    rows: int
    added: int
    extended: int
    known: int
    bad: int
    actor: str
    applied_at: datetime | None
    applied_by: str | None
    company_id: int


class PieceTaken(msgspec.Struct):
    """The piece is stored."""

    number: int
