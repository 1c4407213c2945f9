"""Writes the lines of a layout's file out of its source into rows of a transaction, each cell as the file has it, and hashes them.

Postgres reads the rows once and writes every cell as write_rows() would. Beside a source ``x`` stand its functions: ``x_position()``,
the newest change that can be seen; ``x_at(position)``, its rows as they were; ``x_changes(position, until)``, what changed them.
"""

import hashlib
from datetime import date

from psycopg import sql

from retaguarda.filings.parse_layout import Layout, LayoutColumn
from retaguarda.foundation.currencies import EXPONENT
from retaguarda.foundation.database import Tx

#: Lines of one piece of the content.
PIECE = 5_000
#: What Postgres calls the encodings of layouts.
ENCODINGS = {"iso-8859-1": "LATIN1", "utf-8": "UTF8", "windows-1252": "WIN1252"}
#: What Python's str.strip() takes off.
_BLANKS = "".join(map(chr, (*range(9, 14), *range(28, 33), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)))  # fmt: skip
_POINTS = f"'{{{','.join(str(ord(blank)) for blank in _BLANKS)}}}'::int[]"


async def read_lines(tx: Tx, layout: Layout, filer: str, first: date, last: date, source: str) -> None:
    """Read the lines of a period into rows of this transaction, each cell as the file has it.

    Args:
        source: what gives the rows: the layout's own, or another that has its columns.
    """
    await tx.execute("set local statement_timeout = 0")
    await tx.execute("set local work_mem = '64MB'")
    await tx.execute("drop table if exists pg_temp.filing_row")
    await tx.execute(_rows_sql(layout, filer, first, last, source))
    await tx.execute("create unique index on pg_temp.filing_row (place)")
    await tx.execute("analyze pg_temp.filing_row (place)")


async def hash_lines(tx: Tx, layout: Layout) -> bytes:
    """Return the SHA-256 of the content that the lines of read_lines() make, one piece after another; nothing is kept."""
    digest, number = hashlib.sha256(), 1
    key = {"encoding": ENCODINGS[layout.encoding], "piece": PIECE}
    while (content := await tx.value(piece_sql(layout, "%(number)s::int"), key | {"number": number})) is not None:
        digest.update(content)
        number += 1
    return digest.digest()


def piece_sql(layout: Layout, number: str) -> str:
    separator, ending = (sql.Literal(mark).as_string().replace("%", "%%") for mark in (layout.separator, layout.ending))
    line = f" || {separator} || ".join(cell_names(layout))
    return (
        f"select convert_to(string_agg({line} || {ending}, '' order by place), %(encoding)s) as content from pg_temp.filing_row"
        f" where place > ({number} - 1)::bigint * %(piece)s and place <= {number}::bigint * %(piece)s"
    )


def cell_names(layout: Layout) -> list[str]:
    """What the cells are called in the rows of read_lines(), in the order of the layout's columns."""
    return [f"c{place}" for place in range(len(layout.columns))]


def _rows_sql(layout: Layout, filer: str, first: date, last: date, source: str) -> str:
    total, other = layout.column(layout.total), layout.column(layout.other_total)
    picked = [f"{_cell(layout, column)} as c{place}" for place, column in enumerate(layout.columns)]
    picked += [f"{total.currency} as total_currency, {total.name}::bigint as total"]
    picked += [f"{other.currency} as other_currency, {other.name}::bigint as other"]
    for number, check in enumerate(layout.checks):
        if check.check == "product":
            one, equals = layout.column(check.column), layout.column(check.equals)
            exact = f"({_scaled(one, -1)} * {check.by}::numeric * {_unit(equals, 1)} - {equals.name})"
            # To half a minor unit, and of two that are equally near the even one.
            holds = f"abs{exact} < 0.5 or (abs{exact} = 0.5 and mod({equals.name}, 2) = 0)"
            picked.append(f"not coalesce({holds}, true) as check{number}")
        else:
            # Rows without the value are a group too.
            picked.append(f"coalesce('=' || {check.by}::text, '') as check{number}")
            picked.append(f"{check.column}::bigint as sum{number}, {check.equals} as said{number}")
    since, until, document = (sql.Literal(value).as_string() for value in (first, last, filer))
    return (
        # The position is of the very snapshot that the rows are of, and stands in the first one alone.
        f"create temp table filing_row on commit drop as select row_number() over (order by {layout.period}, source_id) as place,"
        f" case when row_number() over (order by {layout.period}, source_id) = 1 then (select {layout.source}_position()) end as position,"
        f" source_id::text as source, {', '.join(picked)} from {source}"
        f" where {layout.period} between {since} and {until} and {layout.filer} = {document}"
    )


def _unit(column: LayoutColumn, sign: int) -> str:
    """Ten to the power of ``sign`` × the decimals of the amount's currency; null where nobody knows the currency."""
    cases = [
        f"when {column.currency} = any('{{{','.join(code for code, places in EXPONENT.items() if places == exponent)}}}')"
        f" then {10**exponent if sign > 0 else f'{10**-exponent:.{exponent}f}'}::numeric"
        for exponent in sorted(set(EXPONENT.values()), key=lambda places: places != 2)
    ]
    return f"(case {' '.join(cases)} end)"


def _scaled(column: LayoutColumn, sign: int) -> str:
    return f"({column.name} * {_unit(column, sign)})"


def _cell(layout: Layout, column: LayoutColumn) -> str:
    """A cell as write_rows() writes it."""
    match column.kind:
        case "amount":
            decimal = sql.Literal(layout.decimal).as_string()
            return f"coalesce(replace({_scaled(column, -1)}::text, '.', {decimal}), {column.name}::text, '')"
        case "day":
            return f"coalesce(to_char({column.name}, 'YYYY-MM-DD'), '')"
        case _:
            # To look at both ends costs a third of taking blanks off that are hardly ever there.
            text, blanks = f"{column.name}::text", sql.Literal(_BLANKS).as_string()
            ends = f"ascii({text}) = any({_POINTS}) or ascii(right({text}, 1)) = any({_POINTS})"
            return f"coalesce(case when {ends} then btrim({text}, {blanks}) else {text} end, '')"
