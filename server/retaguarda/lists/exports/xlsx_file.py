"""Writes a list as an Excel workbook: numbers and times keep their type, and text is never run as a formula."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import IO

from retaguarda.foundation.database import Row
from retaguarda.lists.exports.cells import Cell, cell, file_columns_of
from retaguarda.lists.exports.export_spec import ExportSpec

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

#: Excel's limit: longer text is cut and ends in an ellipsis.
LONGEST_TEXT = 32_767
#: Excel's calendar begins here; older times become text.
FIRST_YEAR = 1900
#: Column widths, in characters.
_WIDTHS = {"id": 38, "time": 20, "money": 14, "integer": 12, "flag": 8}


class XlsxFile:
    """Writes into ``out`` on close; until then rows lie in a temporary file."""

    def __init__(self, spec: ExportSpec, out: IO[bytes]) -> None:
        # Some megabytes, of which a process that writes no workbook needs none.
        import xlsxwriter

        self._spec = spec
        self._book = xlsxwriter.Workbook(out, {"constant_memory": True})
        self._sheet = self._book.add_worksheet()
        self._row = 1
        bold = self._book.add_format({"bold": True})
        self._money = [
            self._book.add_format({"num_format": f"#,##0{'.' * (places > 0)}{'0' * places}"}) for places in range(5)
        ]
        self._time = self._book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
        self._columns = file_columns_of(spec)
        for index, column in enumerate(self._columns):
            self._sheet.set_column(index, index, _WIDTHS.get(column.kind, 24))
            self._sheet.write_string(0, index, column.title, bold)
        self._sheet.freeze_panes(1, 0)
        if spec.watermark is not None:
            # An ampersand begins a code of Excel's footers.
            self._sheet.set_footer(f"&L{spec.watermark.replace('&', '&&')}&R&P")

    def write(self, rows: Sequence[Row]) -> None:
        zone = self._spec.zone
        for row in rows:
            for index, column in enumerate(self._columns):
                self._write_cell(index, cell(column, row, zone))
            self._row += 1

    def close(self) -> None:
        self._book.close()

    def _write_cell(self, index: int, value: Cell) -> None:
        match value:
            case None:
                pass
            case bool():
                self._sheet.write_boolean(self._row, index, value)
            case str():
                self._sheet.write_string(self._row, index, _cut(value))
            case Decimal():
                self._sheet.write_number(self._row, index, value, self._money[_places(value)])  # pyright: ignore[reportArgumentType]  (it takes what formats as a number)
            case int():
                self._sheet.write_number(self._row, index, value)
            case datetime():
                if value.year < FIRST_YEAR:
                    self._sheet.write_string(self._row, index, value.isoformat(" "))
                else:
                    self._sheet.write_datetime(self._row, index, value, self._time)


def _places(value: Decimal) -> int:
    """Counts the decimals that the amount is written with."""
    exponent = value.as_tuple().exponent
    assert isinstance(exponent, int)
    return -exponent


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"
