"""Converts values of a list into cells of a file."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from retaguarda.foundation.column import Column, Kind
from retaguarda.foundation.database import Row
from retaguarda.foundation.money import exponent_of
from retaguarda.lists.exports.export_spec import ExportSpec
from retaguarda.lists.exports.words import currency_title, key_of, values, watermark_title

#: Characters that begin a formula in spreadsheets (OWASP, CSV injection), full-width forms included.
SIGNS = r"=+@\t\r＝＋－＠-"
#: Where a formula could begin: a sign or a new line after any character at which a spreadsheet may split the file, quotes
#: respected or not. Spaces before the sign do not prevent it; CRLF stays together. Python and Postgres read the pattern alike.
FORMULA_START = rf"""(?<![^;,\t"\r\n])(?= *[{SIGNS}]|(?<!\r)\n)"""
_FORMULA_START = re.compile(FORMULA_START)

Cell = str | int | Decimal | bool | datetime | None


@dataclass(frozen=True, slots=True)
class FileColumn:
    """One column of a file. With ``is_currency`` it holds the currency of its money column; with ``watermark`` that, in each row."""

    title: str
    kind: Kind
    column: Column
    words: Mapping[str, str]
    is_currency: bool = False
    watermark: str | None = None


def file_columns_of(spec: ExportSpec) -> Sequence[FileColumn]:
    """Returns the requested columns; after the first money column of each currency comes that currency, unless the list has
    a column for it. The watermark stands last: a row that is copied out of the file takes it along.
    """
    file_columns = list[FileColumn]()
    known = {"currency" for column in spec.columns if column.name == "currency"}
    for column, title in zip(spec.columns, spec.titles, strict=True):
        words = values(spec.list, column.name, spec.locale)
        file_columns.append(FileColumn(_header(column, title, spec.zone), column.kind, column, words))
        if column.kind == "money" and "currency" not in known and column.currency not in known:
            file_columns.append(FileColumn(currency_title(spec.locale), "text", column, {}, is_currency=True))
            known.add(column.currency)
    if spec.watermark is not None:
        file_columns.append(
            FileColumn(watermark_title(spec.locale), "text", spec.columns[0], {}, watermark=spec.watermark)
        )
    return file_columns


def _header(column: Column, title: str, zone: ZoneInfo) -> str:
    """Returns the title, with the time zone for times."""
    return f"{title} ({zone.key})" if column.kind == "time" else title


def currency_name(money: Column) -> str:
    """Names the currency of a money column in the rows of an export; no column has such a name."""
    return f"{money.name}.currency"


def cell(file_column: FileColumn, row: Row, zone: ZoneInfo) -> Cell:
    """Converts money to whole units, a time to the clock of the zone, and a key to words; other values as in the API."""
    column = file_column.column
    if file_column.watermark is not None:
        return file_column.watermark
    if file_column.is_currency:
        return row[currency_name(column)]
    value = row[column.name]
    if value is None:
        return None
    if column.many:
        return ", ".join(_word(file_column, each) for each in value)
    match column.kind:
        case "money":
            return Decimal(value).scaleb(-exponent_of(row[currency_name(column)]))
        case "integer":
            return int(value)
        case "flag":
            return bool(value)
        case "time":
            return value.astimezone(zone).replace(tzinfo=None, microsecond=0)
        case _:
            return _word(file_column, value)


def _word(file_column: FileColumn, value: Any) -> str:
    text = str(value)
    return file_column.words.get(key_of(text), text) if file_column.words else text


def escape_formulas(text: str) -> str:
    """Prefixes every possible formula with an apostrophe, so that no spreadsheet runs it however it splits the file."""
    return _FORMULA_START.sub("'", text)
