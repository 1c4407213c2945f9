"""The shapes of a move: one company goes from an installation to another, and each keeps its own row of it."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.typed_rows import fetch_all, fetch_one

State = Literal["frozen", "exported", "released", "aborted", "imported", "open", "refused"]


class Refused(Exception):
    """An act is refused, and nothing was changed. ``code`` is stable; ``words`` name what stands in the way."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code
        self.words = words


class NotQuiet(Refused):
    """What follows from the company's last events is still being done: ask again in a moment."""


class Signed(msgspec.Struct, frozen=True):
    """A word as it was signed; see sign_words.py."""

    note: str


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """A row of ``cell_move``. ``role``: whether the company leaves this installation, or comes."""

    id: UUID
    company_id: int
    role: Literal["from", "to"]
    state: State
    other_address: str
    other_key: str
    file_sha256: str | None
    files: list[str]
    bundle_sha256: str | None
    receipt: Signed | None
    release: Signed | None
    refusal: Signed | None
    started_at: datetime
    exported_at: datetime | None
    ended_at: datetime | None


_COLUMNS = ", ".join(Move.__struct_fields__)


async def moves_of(tx: Tx) -> list[Move]:
    """Every move of this installation, the newest first."""
    return [
        _typed(row) for row in await fetch_all(tx, _Row, f"select {_COLUMNS} from cell_move order by started_at desc")
    ]


async def newest_move(tx: Tx, company: int, role: Literal["from", "to"]) -> Move | None:
    """The company's newest move of this kind, held until the transaction ends."""
    row = await fetch_one(
        tx,
        _Row,
        f"select {_COLUMNS} from cell_move where company_id = %(company)s and role = %(role)s"
        " order by started_at desc limit 1 for update",
        {"company": company, "role": role},
    )
    return None if row is None else _typed(row)


async def move_under(tx: Tx, move: UUID, role: Literal["from", "to"]) -> Move | None:
    """The move with this id, held until the transaction ends."""
    row = await fetch_one(
        tx,
        _Row,
        f"select {_COLUMNS} from cell_move where id = %(id)s and role = %(role)s for update",
        {"id": move, "role": role},
    )
    return None if row is None else _typed(row)


class _Row(msgspec.Struct, kw_only=True):
    """The columns as they come; their words are JSON."""

    id: UUID
    company_id: int
    role: str
    state: str
    other_address: str
    other_key: str
    file_sha256: str | None
    files: list[str]
    bundle_sha256: str | None
    receipt: Any
    release: Any
    refusal: Any
    started_at: datetime
    exported_at: datetime | None
    ended_at: datetime | None


def _typed(row: _Row) -> Move:
    return msgspec.convert(msgspec.structs.asdict(row), Move)
