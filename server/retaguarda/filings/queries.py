"""Read and lock requests for files, with the rows that they are about."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from uuid import UUID

import msgspec

from retaguarda.filings.model import Filing, FilingDesk, FilingStanding, FilingVersion, State, Totals
from retaguarda.filings.parse_layout import Layout, layouts
from retaguarda.filings.write_file import FiledRow, minor_units, write_rows
from retaguarda.foundation.business_days import BeyondCalendar, business_days_left
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.foundation.typed_rows import struct_of


class FilingRow(msgspec.Struct):
    """A request as its table has it."""

    id: UUID
    layout: str
    number: str
    filer_document: str
    filer_name: str
    period_from: date
    period_to: date
    received_on: date
    due_on: date
    state: State
    version: int
    protocol: str | None
    delivered_at: datetime | None
    answered_at: datetime | None
    reason: str | None
    made_by: UUID | None

    @property
    def described(self) -> Layout:
        return layouts()[self.layout]


class _Filed(msgspec.Struct):
    source: str
    cells: list[str]


class LastFiled(msgspec.Struct):
    """A delivered file, by its request."""

    id: UUID
    version: int
    number: str


_ONE = """
    select r.id, r.layout, r.number, r.filer_document, r.filer_name, r.period_from, r.period_to, r.received_on, r.due_on, r.state,
           r.version, r.protocol, r.delivered_at, r.answered_at, r.reason, v.maker_id as made_by
      from filing_request r
      left join filing_version v on v.company_id = r.company_id and v.request_id = r.id and v.version = r.version
     where r.id = %(id)s and r.layout = any(%(layouts)s)
"""
_VERSIONS = """
    select version, file_name, encode(sha256, 'hex') as sha256, rows, excused,
           (select coalesce(sum(length(p.content)), 0)::bigint from filing_piece p
             where p.company_id = v.company_id and p.request_id = v.request_id and p.version = v.version) as size,
           json_build_object('amount', total, 'currency', currency) as total,
           coalesce((select json_agg(json_build_object('amount', value::bigint, 'currency', key) order by key)
                       from jsonb_each_text(other_totals)), '[]') as others,
           made_at, made_by, approved_at, approved_by
      from filing_version v where request_id = %(id)s order by version desc limit 50
"""


async def find_filing(tx: Tx, desk: FilingDesk, request: UUID) -> FilingRow | None:
    row = await tx.one(_ONE, {"id": request, "layouts": list(desk.layouts)})
    return None if row is None else msgspec.convert(row, FilingRow)


async def filing_for_update(tx: Tx, desk: FilingDesk, path: Mapping[str, str]) -> FilingRow:
    """
    Raises:
        ApiError: 404.
    """
    row = await tx.one(f"{_ONE} for no key update of r", {"id": path_id(path), "layouts": list(desk.layouts)})
    if row is None:
        raise not_found("request")
    return msgspec.convert(row, FilingRow)


def filing_of(row: FilingRow) -> Filing:
    today = datetime.now(UTC).astimezone(BRASILIA).date()
    try:
        left = business_days_left(today, row.due_on)
    except BeyondCalendar:
        left = (row.due_on - today).days
    return struct_of(Filing, row, document=row.described.document, days_left=left)


def refuse_unless(row: FilingRow, *states: State) -> None:
    """
    Raises:
        ApiError: 409 ``filing_not_in_state``, naming the state.
    """
    if row.state not in states:
        raise ApiError(409, "filing_not_in_state", f"request {row.number} is {row.state}, not {' or '.join(states)}")


async def rows_of(tx: Tx, row: FilingRow) -> tuple[list[FiledRow], int, Totals]:
    """What a request is about, written by its layout; the sum of its totals, and of the other column by currency."""
    layout = row.described
    found = await tx.all(
        f"select * from {layout.source} where {layout.period} between %(first)s and %(last)s"
        f" and {layout.filer} = %(filer)s order by {layout.period}, source_id",
        {"first": row.period_from, "last": row.period_to, "filer": row.filer_document},
    )
    total, others = 0, Totals()
    for each in found:
        one = minor_units(layout, layout.column(layout.total), each)
        other = minor_units(layout, layout.column(layout.other_total), each)
        total += one[1] if one else 0
        if other:
            others[other[0]] = others.get(other[0], 0) + other[1]
    return write_rows(layout, found, row.period_from, row.period_to), total, others


def money_of(total: int, others: Totals) -> tuple[Money, list[Money]]:
    """The Central Bank's totals are in reais."""
    return Money(total, BRL), [Money(amount, currency) for currency, amount in sorted(others.items())]


async def excuses_of(tx: Tx, request: UUID) -> set[tuple[str, str]]:
    rows = await tx.all("select source, problem from filing_excuse where request_id = %(id)s", {"id": request})
    return {tuple(row.values()) for row in rows}


async def versions_of(tx: Tx, request: UUID) -> list[FilingVersion]:
    """Every version, the newest first."""
    return msgspec.convert(await tx.all(_VERSIONS, {"id": request}), list[FilingVersion])


async def piece_of(tx: Tx, request: UUID, version: int, number: int) -> bytes | None:
    """A piece of a file's content, counted from one; None after the last one."""
    content = await tx.value(
        "select content from filing_piece where request_id = %(id)s and version = %(version)s and number = %(number)s",
        {"id": request, "version": version, "number": number},
    )
    return None if content is None else bytes(content)


async def cells_of(tx: Tx, request: UUID, version: int) -> dict[str, list[str]]:
    """Source → cells of a file as it was made."""
    rows = await tx.all(
        "select source, cells from filing_line where request_id = %(id)s and version = %(version)s order by place",
        {"id": request, "version": version},
    )
    return {each.source: each.cells for each in msgspec.convert(rows, list[_Filed])}


async def last_filed(tx: Tx, row: FilingRow) -> LastFiled | None:
    """The newest delivered file of the same layout and filer, of another request whose period overlaps."""
    found = await tx.one(
        "select id, version, number from filing_request where layout = %(layout)s and filer_document = %(filer)s"
        " and id <> %(id)s and state in ('delivered', 'accepted') and period_from <= %(last)s and period_to >= %(first)s"
        " order by delivered_at desc, id limit 1",
        {
            "layout": row.layout,
            "filer": row.filer_document,
            "id": row.id,
            "first": row.period_from,
            "last": row.period_to,
        },
    )
    return None if found is None else msgspec.convert(found, LastFiled)


async def of_filing(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The provider, for staff; None for everybody else."""
    there = await tx.value(
        "select true from filing_request where id = %(id)s", {"id": uuid_of(request.path_params["id"])}
    )
    return PROVIDER if there and principal.internal else None


def standing_of(row: FilingRow) -> FilingStanding:
    return FilingStanding(row.state, row.version, row.period_from, row.period_to, row.protocol)
