"""Values of a list as the cells of a file."""

from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from retaguarda.foundation.column import Column

#: Every list's money is in this currency; its minor unit is a hundredth (ISO 4217).
CURRENCY, EXPONENT = "BRL", 2

#: What a spreadsheet takes for the beginning of a formula (OWASP, CSV injection), in its wide forms too.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

Cell = str | int | Decimal | bool | datetime | None


def header(column: Column, title: str, zone: ZoneInfo) -> str:
    """A column's title, with the currency of its money, or the zone of its times."""
    if column.kind == "money":
        return f"{title} ({CURRENCY})"
    return f"{title} ({zone.key})" if column.kind == "time" else title


def cell(column: Column, value: Any, zone: ZoneInfo) -> Cell:
    """Money in whole units, a time as the clocks of the zone showed it; everything else as the API tells it."""
    if value is None:
        return None
    if column.many:
        return ", ".join(str(each) for each in value)
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
            return str(value)


def harmless(text: str) -> str:
    """A text that no spreadsheet runs: an apostrophe says that it is one."""
    return f"'{text}" if text.startswith(FORMULA) else text
