"""Reads and locks entries of the suspects, and maps their rows to the API's shapes."""

from collections.abc import Mapping
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.payouts.suspects.model import Suspect
from retaguarda.payouts.suspects.tables import STATUS


class SuspectRow(Suspect):
    """An entry with its hash."""

    hash: bytes
    added_by_id: UUID


_ONE = (
    f"select s.id, s.kind, s.shown, s.cause, s.evidence, {STATUS} as status, s.until, s.added_at, s.added_by, s.removed_at,"
    " s.removed_by, s.removal_reason, s.hash, s.added_by_id from suspect s where s.id = %(id)s"
)


def suspect_of(row: SuspectRow) -> Suspect:
    return struct_of(Suspect, row)


async def find_suspect(tx: Tx, suspect: UUID) -> SuspectRow | None:
    row = await tx.one(_ONE, {"id": suspect})
    return None if row is None else msgspec.convert(row, SuspectRow)


async def load_suspect(tx: Tx, suspect: UUID) -> Suspect:
    row = await find_suspect(tx, suspect)
    assert row is not None
    return suspect_of(row)


async def suspect_for_update(tx: Tx, path: Mapping[str, str]) -> SuspectRow:
    """
    Raises:
        ApiError: 404.
    """
    row = await tx.one(f"{_ONE} for update", {"id": path_id(path)})
    if row is None:
        raise not_found("suspect")
    return msgspec.convert(row, SuspectRow)


async def suspect_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Suspect | None:
    """The entry of the path, as a plan compares it; without times, which would make every plan differ."""
    row = await find_suspect(tx, path_id(path))
    return None if row is None else msgspec.structs.replace(suspect_of(row), removed_at=None)


async def of_suspect(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The provider, for staff; None for everybody else."""
    there = await tx.value("select true from suspect where id = %(id)s", {"id": uuid_of(request.path_params["id"])})
    return PROVIDER if there and principal.internal else None
