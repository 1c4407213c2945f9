"""Makes a file again as it was, compares it with what was filed and with today's rows, and finds whose act changed which cell.

All of it is Postgres' work, line by line under the key of a line's source: however long a file is, this process holds one piece.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.filings.model import FilingCompare, FilingComparison, FilingDesk
from retaguarda.filings.parse_layout import Layout, layout_hash
from retaguarda.filings.queries import FilingRow, filing_for_update
from retaguarda.filings.write_cells import cell_names, hash_lines, read_lines
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE, see_all, with_second_factor

#: Differences that are kept one by one; beyond them they are counted.
MOST = 100_000


class _Made(msgspec.Struct):
    """``description``: of the layout that made it, where it was kept."""

    position: int
    period_from: date
    period_to: date
    layout_hash: bytes
    description: dict[str, Any] | None


_MADE = """
    select v.position, v.period_from, v.period_to, v.layout_hash, l.description from filing_version v
      left join filing_layout l on l.company_id = v.company_id and l.hash = v.layout_hash
     where v.request_id = %(id)s and v.version = %(version)s
"""
#: Cells that are not as they were filed, or not as the kept changes say they were; each line once, by its source.
_DIFFERENT = """
    create temp table filing_different on commit drop as
    select x.source, x.line, c.cell, c.before, c.after, c.again,
           case when coalesce(x.filed, x.now) is null then 'altered' when x.filed is null then 'came' when x.now is null then 'went'
                when c.before is distinct from c.after then 'changed' else 'altered' end as kind
      from (select source, d.place as line, d.cells as filed, n.cells as now, a.cells as again
              from (select source, place, cells from filing_line where request_id = %(id)s and version = %(version)s) d
              full join (select source, array[{cells}] as cells from pg_temp.filing_row) n using (source)
              full join (select source, array[{cells}] as cells from pg_temp.filing_again) a using (source)
             where d.cells is distinct from n.cells or d.cells is distinct from a.cells) x,
           lateral (
             select '' as cell, array_to_string(x.filed, '; ') as before, array_to_string(x.now, '; ') as after,
                    array_to_string(x.again, '; ') as again
              where x.filed is null or x.now is null or x.again is null
             union all
             select (%(names)s::text[])[k], x.filed[k], x.now[k], x.again[k] from generate_subscripts(x.filed, 1) k
              where x.now is not null and x.again is not null
                and (x.filed[k] is distinct from x.now[k] or x.filed[k] is distinct from x.again[k])) c
"""
#: Each with the newest act on it. It is explained when every change of the cell has its act, and they account for what was filed.
_KEEP = """
    with act as (
      select distinct on (source_id, cell) source_id, cell, act_company, act_subject, act_event,
             count(*) over each as acts, bool_and(act_event is not null) over each as known
        from {source}_changes(%(position)s, %(until)s) where source_id in (select source from pg_temp.filing_different)
      window each as (partition by source_id, cell) order by source_id, cell, change_id desc),
    found as materialized (
      select row_number() over (order by f.finding desc, d.line nulls last, d.source, d.cell) as number, d.*, f.finding,
             coalesce(a.acts, 0) as acts, e.id as act_event, e.name as act_name, e.actor as act_by, e.subject_id as act_subject,
             e.at as act_at
        from pg_temp.filing_different d
        left join act a on a.source_id = d.source and a.cell = d.cell
        left join event e on e.company_id = a.act_company and e.subject_id = a.act_subject and e.id = a.act_event
       cross join lateral (select case when a.known and e.id is not null and d.again is not distinct from d.before
                                       then 'act' else 'no_act' end as finding) f),
    kept as (
      insert into filing_difference (comparison_id, number, source, line, cell, before, after, again, kind, acts, finding, act_event,
                                     act_name, act_by, act_subject, act_at)
      select %(comparison)s, number, source, line, cell, before, after, again, kind, acts, finding, act_event, act_name, act_by,
             act_subject, act_at from found where number <= %(most)s)
    insert into filing_comparison (id, request_id, version, sha256, rows_again, rows_now, differences, without_act, created_by)
    select %(comparison)s, %(id)s, %(version)s, %(sha)s, %(again)s, %(now)s, count(*), count(*) filter (where finding = 'no_act'), %(by)s
      from found
"""
_COMPARISONS = """
    select c.id, c.version, encode(v.sha256, 'hex') as sha256, encode(c.sha256, 'hex') as sha256_again, v.rows, c.rows_again,
           c.rows_now, c.differences, least(c.differences, %(most)s)::int as listed, c.without_act, c.created_at, c.created_by
      from filing_comparison c
      join filing_version v on v.company_id = c.company_id and v.request_id = c.request_id and v.version = c.version
     where c.request_id = %(id)s and c.id = coalesce(%(comparison)s, c.id) order by c.created_at desc, c.id desc limit 50
"""


async def comparisons_of(tx: Tx, request: UUID, comparison: UUID | None = None) -> list[FilingComparison]:
    """The comparisons of a request, or one of them, the newest first."""
    rows = await tx.all(_COMPARISONS, {"id": request, "comparison": comparison, "most": MOST})
    return msgspec.convert(rows, list[FilingComparison])


async def compare_delivered(tx: Tx, principal: Principal, row: FilingRow, version: int) -> FilingComparison:
    """Make a version again, compare it, and keep what differs.

    Raises:
        ApiError: 404 where there is no such version; 409 ``filing_layout_gone`` when nobody knows any more how it was laid out.
    """
    made = await _made(tx, row, version)
    layout = _layout_of(row, made)
    period = (row.filer_document, made.period_from, made.period_to)
    await tx.execute("drop table if exists pg_temp.filing_again, pg_temp.filing_different")
    await read_lines(tx, layout, *period, f"{layout.source}_at({made.position})")
    again, rows_again = await hash_lines(tx, layout), await _counted(tx)
    await tx.execute("alter table pg_temp.filing_row rename to filing_again")
    await read_lines(tx, layout, *period, layout.source)
    key: dict[str, Any] = {"id": row.id, "version": version, "names": [column.name for column in layout.columns]}
    await tx.execute(_DIFFERENT.format(cells=", ".join(cell_names(layout))), key)
    await tx.execute("analyze pg_temp.filing_different")
    comparison = uuid7()
    kept: dict[str, Any] = {
        "id": row.id,
        "version": version,
        "comparison": comparison,
        "position": made.position,
        "until": await tx.value("select coalesce(max(position), 0) from pg_temp.filing_row"),
        "sha": again,
        "again": rows_again,
        "now": await _counted(tx),
        "by": principal.email,
        "most": MOST,
    }
    await tx.execute(_KEEP.format(source=layout.source), kept)
    return (await comparisons_of(tx, row.id, comparison))[0]


async def _made(tx: Tx, row: FilingRow, version: int) -> _Made:
    found = await tx.one(_MADE, {"id": row.id, "version": version})
    if found is None:
        raise not_found("version")
    return msgspec.convert(found, _Made)


def _layout_of(row: FilingRow, made: _Made) -> Layout:
    """The layout that a version was made by: as it was kept, or today's where that is the same."""
    if made.description is not None:
        return msgspec.convert(made.description, Layout)
    if made.layout_hash != layout_hash(row.layout):
        raise ApiError(409, "filing_layout_gone", "this file was made by a layout that was not kept")
    return row.described


async def _counted(tx: Tx) -> int:
    return await tx.value("select count(*) from pg_temp.filing_row")


def compare_command(desk: FilingDesk) -> Command[FilingCompare]:
    async def apply(tx: Tx, principal: Principal, given: FilingCompare, path: Mapping[str, str]) -> Done:
        await see_all(tx, principal)
        row = await filing_for_update(tx, desk, path)
        version = given.version or row.version
        if version == 0:
            raise ApiError(409, "filing_has_no_file", "a request has a file once it is made")
        found = await compare_delivered(tx, principal, row, version)
        told = {
            "version": version,
            "same": found.sha256 == found.sha256_again,
            "differences": found.differences,
            "without_act": found.without_act,
        }
        return Done(str(row.id), found, {"name": row.number, **told})

    return Command(
        name=f"{desk.name}:request:compare",
        method="POST",
        path=f"{desk.path}/{{id:str}}/compare",
        summary="Make a filed version again as it was, and compare it with today's rows",
        permission=desk.write,
        scope=with_second_factor(HOUSE),
        input=FilingCompare,
        answers=FilingComparison,
        apply=apply,
        status=201,
    )
