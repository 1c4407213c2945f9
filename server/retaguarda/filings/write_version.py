"""Makes a version of a file in the database: its lines, what is wrong with them, and its content in pieces.

Postgres reads the rows of the layout's source once, writes every cell as write_rows() would, and keeps them for this transaction.
Only cells that differ come to Python, which checks each of them once with the same checks. However long a file is, this process
holds one piece of it.
"""

import hashlib
from datetime import date
from uuid import UUID

import msgspec

from retaguarda.filings.model import Totals
from retaguarda.filings.parse_layout import Layout, LayoutColumn, described_as, layout_hash
from retaguarda.filings.queries import piece_of
from retaguarda.filings.write_cells import ENCODINGS, PIECE, cell_names, piece_sql, read_lines
from retaguarda.filings.write_file import cell_problems
from retaguarda.foundation.currencies import EXPONENT
from retaguarda.foundation.database import Tx

#: Cells that are checked at once.
BATCH = 5_000
#: Characters of an amount or a day at most.
_LONGEST = 40
#: Room between the ranks of two columns' problems within a line.
_RANKS = 100


class Counted(msgspec.Struct):
    """What the lines of a file come to: ``total`` and ``others`` in minor units; ``position``: the newest change of their source
    that they have seen; ``problems`` of all lines, ``open`` those without a reason, ``first`` the first of these."""

    rows: int
    total: int
    others: Totals
    position: int
    problems: int = 0
    open: int = 0
    first: str = ""


async def write_lines(tx: Tx, layout: Layout, request: UUID, filer: str, first: date, last: date) -> Counted:
    """Write the lines of a period as rows of this transaction, and count what is wrong with them.

    Args:
        filer: document of who hands the file in.
        first, last: the period.
    """
    await tx.execute("drop table if exists pg_temp.filing_problem")
    await read_lines(tx, layout, filer, first, last, layout.source)
    await tx.execute(
        "create temp table filing_problem (place bigint, rank int, source text, problem text) on commit drop"
    )
    for place, column in enumerate(layout.columns):
        await _check_cells(tx, layout, place, column)
    await _check_rows(tx, layout)
    known = {"known": list(EXPONENT)}
    one = await tx.one(
        "select count(*) as rows, coalesce(sum(total) filter (where total_currency = any(%(known)s)), 0)::bigint as total,"
        " coalesce(max(position), 0)::bigint as position from pg_temp.filing_row",
        known,
    )
    assert one is not None
    others: Totals = await tx.value(
        "select coalesce(json_object_agg(code, sum), '{}') from (select other_currency as code, sum(other)::bigint as sum"
        " from pg_temp.filing_row where other is not null and other_currency = any(%(known)s) group by 1) s",
        known,
    )
    counted = Counted(**one, others=others)
    counted.problems = await tx.value("select count(*) from pg_temp.filing_problem")
    left = counted.problems and await tx.one(_OPEN, {"id": request})
    if left:
        counted.open, counted.first = left.values()
    return counted


async def write_pieces(tx: Tx, layout: Layout, request: UUID, version: int) -> bytes:
    """Write the content out of the lines of write_lines(), and return its SHA-256."""
    await tx.execute(
        "insert into filing_piece (request_id, version, number, content)"
        " select %(id)s, %(version)s, p.number, l.content from generate_series(1,"
        "   (select (max(place) + %(piece)s - 1) / %(piece)s from pg_temp.filing_row)::int) p (number),"
        f" lateral ({piece_sql(layout, 'p.number')}) l",
        {"id": request, "version": version, "encoding": ENCODINGS[layout.encoding], "piece": PIECE},
    )
    digest, number = hashlib.sha256(), 1
    while (content := await piece_of(tx, request, version, number)) is not None:
        digest.update(content)
        number += 1
    return digest.digest()


async def keep_lines(tx: Tx, layout: Layout, request: UUID, version: int) -> None:
    """Keep the lines of write_lines() beside the version, each with its source."""
    cells = ", ".join(cell_names(layout))
    await tx.execute(
        "insert into filing_line (request_id, version, place, source, cells)"
        f" select %(id)s, %(version)s, place, source, array[{cells}] from pg_temp.filing_row",
        {"id": request, "version": version},
    )


async def keep_layout(tx: Tx, layout: Layout) -> None:
    """Keep how a file is laid out, under its hash: a later release may lay it out otherwise."""
    await tx.execute(
        "insert into filing_layout (hash, description) values (%(hash)s, %(text)s::jsonb) on conflict do nothing",
        {"hash": layout_hash(layout.name), "text": described_as(layout).decode()},
    )


_OPEN = """
    select count(*) over () as open, p.problem as first from pg_temp.filing_problem p
     where not exists (select from filing_excuse e where e.request_id = %(id)s and e.source = p.source and e.problem = p.problem)
     order by p.place, p.rank limit 1
"""


async def _check_cells(tx: Tx, layout: Layout, place: int, column: LayoutColumn) -> None:
    """Check each text of a column once, and write down the lines that have a wrong one."""
    # What Postgres wrote out of a number or a day is well formed, or nothing.
    formed = column.kind in ("amount", "day") and not (column.choices or column.not_) and column.most >= _LONGEST
    which = f" where c{place} = ''" if formed else ""
    async for batch in tx.batches(f"select distinct c{place} as cell from pg_temp.filing_row{which}", size=BATCH):
        wrong = [
            (cell, rank, f"{column.name}:{problem}")
            for row in batch
            for cell in row.values()
            for rank, problem in enumerate(cell_problems(layout, column, cell), place * _RANKS)
        ]
        if wrong:
            cells, ranks, problems = (list(each) for each in zip(*wrong, strict=True))
            await tx.execute(
                "insert into pg_temp.filing_problem select r.place, w.rank, r.source, w.problem from pg_temp.filing_row r"
                f" join unnest(%(cells)s::text[], %(ranks)s::int[], %(problems)s::text[]) w (cell, rank, problem) on w.cell = r.c{place}",
                {"cells": cells, "ranks": ranks, "problems": problems},
            )


async def _check_rows(tx: Tx, layout: Layout) -> None:
    """Write down the lines whose amounts do not fit together, alone or in their group."""
    for number, check in enumerate(layout.checks):
        groups = check.check == "group_sum"
        which = _WRONG_GROUPS.format(number=number) if groups else f"where r.check{number}"
        await tx.execute(
            f"insert into pg_temp.filing_problem select r.place, %(rank)s, r.source, %(problem)s from pg_temp.filing_row r {which}",
            {
                # What is wrong with a line itself is told first.
                "rank": (len(layout.columns) + number + groups * len(layout.checks)) * _RANKS,
                "problem": f"{check.column if groups else check.equals}:{check.check}",
            },
        )


#: The first line of a group says what all of it must come to.
_WRONG_GROUPS = """
    join (select g.name from (select check{number} as name, coalesce(sum(sum{number}), 0) as sum, min(place) as first
                                from pg_temp.filing_row group by 1) g
            join pg_temp.filing_row f on f.place = g.first where g.sum is distinct from f.said{number}) w on w.name = r.check{number}
"""
