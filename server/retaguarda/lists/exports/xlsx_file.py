"""A list as an Excel workbook: numbers are numbers, times are times, and a text is a text whatever it begins with."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import IO

import xlsxwriter

from retaguarda.foundation.database import Row
from retaguarda.lists.exports.cells import EXPONENT, Cell, cell, places
from retaguarda.lists.exports.export_spec import ExportSpec

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

#: Excel's own: a longer text is cut, and ends in three dots.
LONGEST_TEXT = 32_767
#: Its calendar begins here; older times are written as text.
FIRST_YEAR = 1900
#: Of a column, in characters.
_WIDTHS = {"id": 38, "time": 20, "money": 14, "integer": 12, "flag": 8}


class XlsxFile:
    """Writes into ``out`` when it is closed; until then each row lies in a temporary file."""

    def __init__(self, asked: ExportSpec, out: IO[bytes]) -> None:
        self._asked = asked
        self._book = xlsxwriter.Workbook(out, {"constant_memory": True})
        self._sheet = self._book.add_worksheet()
        self._next = 1
        bold = self._book.add_format({"bold": True})
        self._money = self._book.add_format({"num_format": "#,##0." + "0" * EXPONENT})
        self._time = self._book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
        self._places = places(asked)
        for number, place in enumerate(self._places):
            self._sheet.set_column(number, number, _WIDTHS.get(place.kind, 24))
            self._sheet.write_string(0, number, place.title, bold)
        self._sheet.freeze_panes(1, 0)

    def write(self, rows: Sequence[Row]) -> None:
        zone = self._asked.zone
        for row in rows:
            for number, place in enumerate(self._places):
                self._put(number, cell(place, row, zone))
            self._next += 1

    def close(self) -> None:
        self._book.close()

    def _put(self, place: int, value: Cell) -> None:
        match value:
            case None:
                pass
            case bool():
                self._sheet.write_boolean(self._next, place, value)
            case str():
                self._sheet.write_string(self._next, place, _cut(value))
            case Decimal():
                self._sheet.write_number(self._next, place, value, self._money)  # pyright: ignore[reportArgumentType]  (it takes what formats as a number)
            case int():
                self._sheet.write_number(self._next, place, value)
            case datetime():
                if value.year < FIRST_YEAR:
                    self._sheet.write_string(self._next, place, value.isoformat(" "))
                else:
                    self._sheet.write_datetime(self._next, place, value, self._time)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"
