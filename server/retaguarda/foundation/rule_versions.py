"""What all versions of rules have in common: a draft, another person who approves it, and one that is active."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal

STATUSES = ("draft", "approved", "active", "retired", "discarded")
#: Columns of a Table of versions, whose rows stand as ``r``.
VERSION_COLUMNS = (
    Column("id", "r.id", "id", searched=True),
    Column("number", "r.number", "integer", sortable=True),
    Column("name", "r.name", searched=True, words="string_to_array(lower(r.name), ' ') || lower(r.name)"),
    Column("status", "r.status", "choice", choices=STATUSES),
    Column("groups", "jsonb_array_length(r.groups)", "integer"),
    Column("written_by", "r.written_by"),
    Column("approved_by", "r.approved_by"),
    Column("activated_by", "r.activated_by"),
    Column("activated_at", "r.activated_at", "time"),
    Column("created_at", "r.created_at", "time", sortable=True),
    Column("updated_at", "r.updated_at", "time", sortable=True),
)

#: SQL that adds ``%(person)s`` to those who wrote of a version.
WRITER_ADDED = "writers = case when %(person)s = any (writers) then writers else writers || %(person)s::uuid end"


def refuse_unless_in(number: int, status: str, *states: str) -> None:
    """
    Raises:
        ApiError: 409 ``rules_not_in_state``, naming the state.
    """
    if status not in states:
        raise ApiError(409, "rules_not_in_state", f"version {number} is {status}, not {' or '.join(states)}")


def refuse_other_revision(stored: int, seen: int) -> None:
    """
    Raises:
        ApiError: 409 ``changed_meanwhile``: somebody changed the draft since.
    """
    if stored != seen:
        raise ApiError(409, "changed_meanwhile", "somebody changed this draft since you saw it; look again")


def refuse_own(writers: Container[UUID | None], principal: Principal) -> None:
    """
    Raises:
        ApiError: 409 ``own_rules``: whoever wrote of a version does not approve it.
    """
    if principal.person_id in writers:
        raise ApiError(409, "own_rules", "you wrote some of these rules; somebody else approves them")


class VersionRow(msgspec.Struct, kw_only=True):
    """A row of a table of versions of ordered groups."""

    id: UUID
    number: int
    name: str
    status: str
    groups: list[dict[str, Any]]
    revision: int
    writers: list[UUID]
    written_by: str
    created_at: datetime
    updated_at: datetime
    approved_by: str | None
    approved_at: datetime | None
    activated_by: str | None
    activated_at: datetime | None


@dataclass(frozen=True, slots=True)
class RuleVersions:
    """Versions of ordered groups, one of them active: draft → approved by somebody else → active → retired, or discarded.

    ``table`` names the room's table, with the columns of VersionRow; its lock is its name.
    """

    table: str

    async def insert(self, tx: Tx, principal: Principal, name: str, groups: Sequence[Any]) -> VersionRow:
        # Version numbers have no gaps: two writers wait for each other.
        await self._lock(tx)
        return await self._written(
            tx,
            f"insert into {self.table} (id, number, name, groups, writers, written_by)"
            " select %(id)s, coalesce(max(number), 0) + 1, %(name)s, %(groups)s::jsonb, array[%(person)s]::uuid[], %(by)s"
            f" from {self.table} returning *",
            principal,
            uuid7(),
            name=_name(name),
            groups=json_text(list(groups)),
        )

    async def change(
        self, tx: Tx, principal: Principal, version: VersionRow, seen: int, name: str, groups: Sequence[Any]
    ) -> VersionRow:
        """Change a locked draft; ``seen``: the revision that the person saw."""
        refuse_other_revision(version.revision, seen)
        return await self._written(
            tx,
            f"update {self.table} set name = %(name)s, groups = %(groups)s::jsonb, revision = revision + 1, updated_at = now(),"
            f" written_by = %(by)s, {WRITER_ADDED} where id = %(id)s returning *",
            principal,
            version.id,
            name=_name(name),
            groups=json_text(list(groups)),
        )

    async def approve(self, tx: Tx, principal: Principal, version: VersionRow) -> VersionRow:
        refuse_own(version.writers, principal)
        return await self._written(
            tx,
            f"update {self.table} set status = 'approved', approver = %(person)s, approved_by = %(by)s, approved_at = now()"
            " where id = %(id)s returning *",
            principal,
            version.id,
        )

    async def activate(self, tx: Tx, principal: Principal, path: Mapping[str, str]) -> tuple[VersionRow, int | None]:
        """Activate a version; return it and the number of the one before, which retires and can be activated again."""
        await self._lock(tx)
        version = await self.locked(tx, path, "approved", "retired")
        last = await tx.one(f"update {self.table} set status = 'retired' where status = 'active' returning number")
        row = await self._written(
            tx,
            f"update {self.table} set status = 'active', activated_by = %(by)s, activated_at = now()"
            " where id = %(id)s returning *",
            principal,
            version.id,
        )
        return row, msgspec.convert(last, _Numbered).number if last else None

    async def discard(self, tx: Tx, principal: Principal, version: VersionRow) -> VersionRow:
        return await self._written(
            tx,
            f"update {self.table} set status = 'discarded', updated_at = now() where id = %(id)s returning *",
            principal,
            version.id,
        )

    async def locked(self, tx: Tx, path: Mapping[str, str], *states: str) -> VersionRow:
        """Return the version that the path names, locked.

        Raises:
            ApiError: 404; 409 ``rules_not_in_state``.
        """
        row = await tx.one(f"select * from {self.table} where id = %(id)s for update", {"id": path_id(path)})
        if row is None:
            raise not_found("version of the rules")
        version = msgspec.convert(row, VersionRow)
        refuse_unless_in(version.number, version.status, *states)
        return version

    async def find(self, tx: Tx, version: UUID) -> VersionRow | None:
        row = await tx.one(f"select * from {self.table} where id = %(id)s", {"id": version})
        return None if row is None else msgspec.convert(row, VersionRow)

    async def _lock(self, tx: Tx) -> None:
        await tx.execute("select pg_advisory_xact_lock(hashtext(%(table)s))", {"table": self.table})

    async def _written(self, tx: Tx, sql: str, principal: Principal, version: UUID, **more: Any) -> VersionRow:
        row = await tx.one(sql, more | {"id": version, "person": principal.person_id, "by": principal.email})
        return msgspec.convert(row, VersionRow)


class _Numbered(msgspec.Struct):
    number: int


def _name(name: str) -> str:
    if not name.strip() or not name.isprintable():
        raise invalid_field("name", "invalid", "name has 1 to 80 printable characters")
    return name.strip()
