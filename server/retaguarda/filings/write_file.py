"""Write the rows of a layout's file as people look at them, find what is wrong with each, and read a file back."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any

from retaguarda.filings.parse_layout import Layout, LayoutColumn
from retaguarda.foundation.currencies import EXPONENT
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.money import exponent_of

_CODE = re.compile(r"[0-9A-Za-z./-]+")
_COUNTRY = re.compile(r"[A-Z]{2}")
#: The value that says what a row came from.
SOURCE = "source_id"
#: Cells of a column whose check is remembered.
_REMEMBERED = 200_000
#: Problems of a row that nobody may excuse: with them the file itself would be damaged.
DAMAGING = frozenset({"encoding", "separator", "required_day", "outside_period"})


@dataclass(frozen=True, slots=True)
class FiledRow:
    """A row on its way: ``cells`` as the file has them, ``problems`` as ``column:problem``."""

    source: str
    cells: tuple[str, ...]
    problems: tuple[str, ...]


def write_rows(layout: Layout, rows: Sequence[Mapping[str, Any]], first: date, last: date) -> list[FiledRow]:
    """Write each row's cells, and name what is wrong with it.

    Args:
        rows: of the layout's source, with ``source_id``.
        first, last: the period that every row must lie in.
    """
    across = _group_problems(layout, rows)
    written = list[FiledRow]()
    # Of a long file most columns say the same few things in every row: each is checked once.
    known = [dict[str, tuple[str, ...]]() for _ in layout.columns]
    for row in rows:
        cells = tuple(_cell(layout, column, row) for column in layout.columns)
        problems = list[str]()
        for column, cell, seen in zip(layout.columns, cells, known, strict=True):
            if (found := seen.get(cell)) is None:
                found = tuple(f"{column.name}:{problem}" for problem in cell_problems(layout, column, cell))
                if len(seen) < _REMEMBERED:
                    seen[cell] = found
            problems += found
        day = row[layout.period]
        if day is not None and not first <= day <= last:
            problems.append(f"{layout.period}:outside_period")
        problems += _product_problems(layout, row) + across[str(row[SOURCE])]
        written.append(FiledRow(str(row[SOURCE]), cells, tuple(problems)))
    return written


def read_file(layout: Layout, content: bytes) -> list[tuple[str, ...]]:
    """The cells of each line of a file; as write_rows() and write_pieces() write them."""
    text = content.decode(layout.encoding)
    return [tuple(line.split(layout.separator)) for line in text.split(layout.ending) if line]


def minor_units(layout: Layout, column: LayoutColumn, row: Mapping[str, Any]) -> tuple[str, int] | None:
    """Currency and amount of a column; None where the row has none."""
    currency, amount = row[column.currency], row[column.name]
    return None if amount is None or currency not in EXPONENT else (currency, amount)


def _cell(layout: Layout, column: LayoutColumn, row: Mapping[str, Any]) -> str:
    value = row[column.name]
    if value is None:
        return ""
    if column.kind == "amount":
        found = minor_units(layout, column, row)
        if found is None:
            return str(value)
        currency, amount = found
        return f"{Decimal(amount).scaleb(-exponent_of(currency)):f}".replace(".", layout.decimal)
    if column.kind == "day":
        return value.isoformat()
    return str(value).strip()


def cell_problems(layout: Layout, column: LayoutColumn, cell: str) -> list[str]:
    """What is wrong with a cell in itself."""
    if not cell:
        return [] if column.optional else ["required"]
    found = list[str]()
    if any(mark in cell for mark in (layout.separator, "\r", "\n")):
        found.append("separator")
    try:
        cell.encode(layout.encoding)
    except UnicodeEncodeError:
        found.append("encoding")
    if len(cell) > column.most:
        found.append("too_long")
    if (column.choices and cell not in column.choices) or not _is(column, cell):
        found.append("invalid")
    if cell in column.not_:
        found.append("not_allowed")
    return found


def _is(column: LayoutColumn, cell: str) -> bool:
    match column.kind:
        case "company" | "document":
            try:
                document = parse(cell)
            except DocumentError:
                return False
            return document.value == cell and (column.kind == "document" or document.kind == "cnpj")
        case "code":
            return _CODE.fullmatch(cell) is not None
        case "country":
            return _COUNTRY.fullmatch(cell) is not None
        case "currency":
            return cell in EXPONENT
        case _:
            return True


def _product_problems(layout: Layout, row: Mapping[str, Any]) -> list[str]:
    found = list[str]()
    for check in layout.checks:
        if check.check != "product" or row[check.by] is None:
            continue
        one = minor_units(layout, layout.column(check.column), row)
        other = minor_units(layout, layout.column(check.equals), row)
        if one is None or other is None:
            continue
        exact = Decimal(one[1]).scaleb(-exponent_of(one[0])) * Decimal(row[check.by])
        rounded = exact.quantize(Decimal(1).scaleb(-exponent_of(other[0])), rounding=ROUND_HALF_EVEN)
        if rounded != Decimal(other[1]).scaleb(-exponent_of(other[0])):
            found.append(f"{check.equals}:product")
    return found


def _group_problems(layout: Layout, rows: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Problems of whole groups, told of each of their rows."""
    found = defaultdict[str, list[str]](list)
    for check in layout.checks:
        if check.check != "group_sum":
            continue
        groups = defaultdict[Any, list[Mapping[str, Any]]](list)
        for row in rows:
            groups[row[check.by]].append(row)
        for group in groups.values():
            if sum(row[check.column] or 0 for row in group) != group[0][check.equals]:
                for row in group:
                    found[str(row[SOURCE])].append(f"{check.column}:group_sum")
    return found
