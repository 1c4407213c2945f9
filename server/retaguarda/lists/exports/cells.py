"""Values of a list as the cells of a file."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from retaguarda.foundation.column import Column, Kind
from retaguarda.foundation.database import Row
from retaguarda.lists.exports.export_spec import ExportSpec
from retaguarda.lists.exports.words import currency_title, key_of, values

#: Every list's money is in this currency; its minor unit is a hundredth (ISO 4217).
CURRENCY, EXPONENT = "BRL", 2

#: What a spreadsheet takes for the beginning of a formula (OWASP, CSV injection), in its wide forms too.
SIGNS = r"=+@\t\r＝＋－＠-"
#: Where a formula would begin: a sign, or a new line, behind whatever a spreadsheet may split a file at, whether it knows of quotes
#: or not. Spaces before the sign do not hold it off; the two characters of a line's end stay together. Python and Postgres read
#: it alike.
BEGINNING = rf"""(?<![^;,\t"\r\n])(?= *[{SIGNS}]|(?<!\r)\n)"""
_BEGINNING = re.compile(BEGINNING)

Cell = str | int | Decimal | bool | datetime | None


@dataclass(frozen=True, slots=True)
class Place:
    """One column of a file. Without a ``column`` it says the currency of the money beside it."""

    title: str
    kind: Kind
    column: Column | None
    words: Mapping[str, str]


def places(asked: ExportSpec) -> Sequence[Place]:
    """The columns as they were asked for; behind the first that holds money comes its currency, unless the list has a column for it."""
    made = list[Place]()
    untold = all(column.name != "currency" for column in asked.columns)
    for column, title in zip(asked.columns, asked.titles, strict=True):
        words = values(asked.list, column.name, asked.locale)
        made.append(Place(_header(column, title, asked.zone), column.kind, column, words))
        if column.kind == "money" and untold:
            made.append(Place(currency_title(asked.locale), "text", None, {}))
            untold = False
    return made


def _header(column: Column, title: str, zone: ZoneInfo) -> str:
    """A column's title, with the zone of its times."""
    return f"{title} ({zone.key})" if column.kind == "time" else title


def cell(place: Place, row: Row, zone: ZoneInfo) -> Cell:
    """Money in whole units, a time as the clocks of the zone showed it, a key in words; everything else as the API tells it."""
    column = place.column
    if column is None:
        return CURRENCY
    value = row[column.name]
    if value is None:
        return None
    if column.many:
        return ", ".join(_word(place, each) for each in value)
    match column.kind:
        case "money":
            return Decimal(value).scaleb(-EXPONENT)
        case "integer":
            return int(value)
        case "flag":
            return bool(value)
        case "time":
            return value.astimezone(zone).replace(tzinfo=None, microsecond=0)
        case _:
            return _word(place, value)


def _word(place: Place, value: Any) -> str:
    text = str(value)
    return place.words.get(key_of(text), text) if place.words else text


def harmless(text: str) -> str:
    """A text of which no spreadsheet runs a part, at whatever it splits the file: an apostrophe says that it is one."""
    return _BEGINNING.sub("'", text)
