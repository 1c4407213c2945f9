"""Reads and locks lists, hits and checks, and maps their rows to the API's shapes."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.compliance.screening.model import (
    CheckFindings,
    DocumentCheck,
    Hit,
    HitShown,
    ListVersion,
    WatchList,
    WhitelistPair,
)
from retaguarda.compliance.screening.tables import HIT_SOURCE, STALE
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.foundation.typed_rows import struct_fields

_HIT = f"""
    select h.id, p.name as subject, p.document, l.code as list_code, l.name as list_name, l.kind, h.evidence ->> 'name' as listed,
           h.score, h.status, h.found_at, h.party_id, h.version, h.reason, h.comment, h.decided_at, h.decided_by, h.case_id,
           h.assignee
      from {HIT_SOURCE}
"""
_LIST = f"""
    select l.id, l.code, l.name, l.kind, l.format, l.source_url, l.licence, l.max_age_days, l.threshold, l.number, l.entries,
           l.checked_at, {STALE} as stale, l.fetch_asked_at is not null as fetching, l.fetch_problem
      from watch_list l where l.id = %(id)s
"""
_VERSION = """
    select v.id, v.list_id, v.number, v.status, v.origin, v.file_name, encode(v.sha256, 'hex') as sha256, v.size, v.published, v.entries,
           v.added, v.changed, v.removed, v.refused, v.problem, v.received_at, v.received_by, v.decided_by, v.reason,
           v.received_by_id is distinct from %(person)s as may_decide
      from list_version v
"""


class CheckRow(msgspec.Struct, kw_only=True):
    """A document check as its table has it."""

    id: UUID
    document: str | None
    name: str | None
    birth: str | None
    purpose: str
    note: str | None
    file_id: UUID | None
    line: int | None
    status: str
    outcome: str | None
    hits: int
    cost: int
    currency: str
    asked_at: Any
    asked_by: str
    done_at: Any
    result: CheckFindings | None
    party_id: UUID | None


def id_in(path: Mapping[str, str]) -> UUID:
    return uuid_of(path.get("id", ""))


async def find_check(tx: Tx, check: UUID, *, lock: bool = False) -> CheckRow | None:
    row = await tx.one(f"select * from document_check where id = %(id)s{' for update' if lock else ''}", {"id": check})
    return None if row is None else msgspec.convert(row, CheckRow)


def check_of(row: CheckRow) -> dict[str, Any]:
    """The fields of a check as the API tells them."""
    return struct_fields(DocumentCheck, row) | {"cost": Money(row.cost, row.currency)}


async def load_check(tx: Tx, check: UUID) -> DocumentCheck:
    row = await find_check(tx, check)
    assert row is not None
    return msgspec.convert(check_of(row), DocumentCheck, from_attributes=True)


async def hits_of(tx: Tx, party: UUID | None, but: UUID | None = None) -> list[HitShown]:
    rows = await tx.all(
        f"{_HIT} where h.party_id = %(party)s and h.id is distinct from %(but)s order by h.score desc, h.id limit 100",
        {"party": party, "but": but},
    )
    return [msgspec.convert(row, HitShown) for row in rows]


async def find_hit(tx: Tx, hit: UUID) -> Hit | None:
    row = await tx.one(f"{_HIT} where h.id = %(id)s", {"id": hit})
    return None if row is None else msgspec.convert(row, Hit)


async def hit_for_update(tx: Tx, path: Mapping[str, str]) -> Hit:
    """
    Raises:
        ApiError: 404.
    """
    await tx.execute("select from list_hit where id = %(id)s for update", {"id": id_in(path)})
    found = await find_hit(tx, id_in(path))
    if found is None:
        raise not_found("hit")
    return found


async def hit_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Hit | None:
    """The hit of the path, as an event compares it; without times."""
    found = await find_hit(tx, id_in(path))
    return None if found is None else msgspec.structs.replace(found, decided_at=None)


async def find_list(tx: Tx, list_id: UUID) -> WatchList | None:
    row = await tx.one(_LIST, {"id": list_id})
    return None if row is None else msgspec.convert(row, WatchList)


async def list_for_update(tx: Tx, list_id: UUID) -> WatchList:
    """Lock a list; what changes its entries goes through here, one after the other.

    Raises:
        ApiError: 404.
    """
    await tx.execute("select from watch_list where id = %(id)s for update", {"id": list_id})
    found = await find_list(tx, list_id)
    if found is None:
        raise not_found("list")
    return found


async def versions_of(tx: Tx, list_id: UUID, person: UUID | None) -> list[ListVersion]:
    rows = await tx.all(
        f"{_VERSION} where v.list_id = %(id)s order by v.received_at desc, v.id desc limit 30",
        {"id": list_id, "person": person},
    )
    return msgspec.convert(rows, list[ListVersion])


async def find_version(tx: Tx, version: UUID, person: UUID | None = None) -> ListVersion | None:
    row = await tx.one(f"{_VERSION} where v.id = %(id)s", {"id": version, "person": person})
    return None if row is None else msgspec.convert(row, ListVersion)


async def find_pair(tx: Tx, pair: UUID) -> WhitelistPair | None:
    row = await tx.one(
        "select id, state, shown, listed, reason, comment, expires_on, created_at, created_by, decided_at, decided_by,"
        " decision_reason, ended_at, ended_by, end_reason"
        " from whitelist_pair where id = %(id)s",
        {"id": pair},
    )
    return None if row is None else msgspec.convert(row, WhitelistPair)


def _of(table: str) -> Any:
    async def company_of(tx: Tx, principal: Principal, request: Request) -> int | None:
        """The provider's own company, for staff; None for everybody else."""
        there = await tx.value(f"select true from {table} where id = %(id)s", {"id": id_in(request.path_params)})
        return PROVIDER if there and principal.internal else None

    company_of.__name__ = f"of_{table}"
    return company_of


of_check, of_hit, of_list, of_pair = map(_of, ("document_check", "list_hit", "watch_list", "whitelist_pair"))
