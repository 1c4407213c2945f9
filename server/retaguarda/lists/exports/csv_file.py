"""Writes a list as CSV (RFC 4180), so that Excel in that language opens it with a double click.

Portuguese: semicolons between cells and decimal commas. English: commas and decimal points. Both: UTF-8 with a byte-order mark,
CRLF, times like 2026-11-20 14:03:05, and an apostrophe wherever a spreadsheet would begin a formula, even an Excel in the other
language or a program that splits at tabs.
"""

import csv
import io
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import IO

from retaguarda.foundation.database import Row
from retaguarda.lists.exports.cells import Cell, cell, escape_formulas, file_columns_of
from retaguarda.lists.exports.export_spec import ExportSpec
from retaguarda.lists.exports.words import YES_NO

MEDIA_TYPE = "text/csv; charset=utf-8"


class CsvFile:
    """Writes rows into ``out`` as they come."""

    def __init__(self, spec: ExportSpec, out: IO[bytes]) -> None:
        self._spec = spec
        self._out = out
        self._text = io.StringIO(newline="")
        self._writer = csv.writer(self._text, delimiter=";" if spec.locale == "pt" else ",")
        self._columns = file_columns_of(spec)
        self._yes, self._no = YES_NO[spec.locale]
        self._text.write("\ufeff")
        self._writer.writerow(escape_formulas(column.title) for column in self._columns)
        self._flush()

    def write(self, rows: Sequence[Row]) -> None:
        zone = self._spec.zone
        for row in rows:
            self._writer.writerow([self._text_of(cell(column, row, zone)) for column in self._columns])
        self._flush()

    def close(self) -> None:
        """Does nothing: a CSV has no end."""

    def _text_of(self, value: Cell) -> str:
        match value:
            case None:
                return ""
            case bool():
                return self._yes if value else self._no
            case str():
                return escape_formulas(value)
            case Decimal():
                return str(value).replace(".", ",") if self._spec.locale == "pt" else str(value)
            case datetime():
                return value.isoformat(" ")
            case int():
                return str(value)

    def _flush(self) -> None:
        self._out.write(self._text.getvalue().encode())
        self._text.seek(0)
        self._text.truncate()
