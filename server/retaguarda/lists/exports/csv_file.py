"""A list as CSV (RFC 4180), in the way in which Excel of that language opens it with a double click.

Portuguese: semicolons between cells and decimal commas. English: commas, and decimal points. Both: UTF-8 with its mark,
CRLF, times like 2026-11-20 14:03:05, and an apostrophe wherever a spreadsheet would begin to run a formula, be it an Excel of
the other language or a program that splits at tabs.
"""

import csv
import io
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import IO

from retaguarda.foundation.database import Row
from retaguarda.lists.exports.cells import Cell, cell, harmless, places
from retaguarda.lists.exports.export_spec import ExportSpec
from retaguarda.lists.exports.words import YES_NO

MEDIA_TYPE = "text/csv; charset=utf-8"


class CsvFile:
    """Writes into ``out``, at once."""

    def __init__(self, asked: ExportSpec, out: IO[bytes]) -> None:
        self._asked = asked
        self._out = out
        self._text = io.StringIO(newline="")
        self._lines = csv.writer(self._text, delimiter=";" if asked.locale == "pt" else ",")
        self._places = places(asked)
        self._yes, self._no = YES_NO[asked.locale]
        self._text.write("\ufeff")
        self._lines.writerow(harmless(place.title) for place in self._places)
        self._flush()

    def write(self, rows: Sequence[Row]) -> None:
        zone = self._asked.zone
        for row in rows:
            self._lines.writerow([self._shown(cell(place, row, zone)) for place in self._places])
        self._flush()

    def close(self) -> None:
        """There is nothing at the end of a CSV."""

    def _shown(self, value: Cell) -> str:
        match value:
            case None:
                return ""
            case bool():
                return self._yes if value else self._no
            case str():
                return harmless(value)
            case Decimal():
                return str(value).replace(".", ",") if self._asked.locale == "pt" else str(value)
            case datetime():
                return value.isoformat(" ")
            case int():
                return str(value)

    def _flush(self) -> None:
        self._out.write(self._text.getvalue().encode())
        self._text.seek(0)
        self._text.truncate()
