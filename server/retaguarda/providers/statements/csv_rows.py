"""CSV as cells: quoted ones may hold delimiters, doubled quotes and line ends, as RFC 4180 has it."""

import csv
from dataclasses import dataclass

from retaguarda.providers.bankfiles.lines import Damaged
from retaguarda.providers.statements.model import Limits
from retaguarda.providers.statements.rows import Row

_MOST_CELLS = 1_000


@dataclass(slots=True)
class Record:
    """``cells`` as they are written between delimiters, without their quotes."""

    first: Row
    last: Row
    cells: list[str]


class Records:
    """Puts rows together to records; holds one record."""

    def __init__(self, delimiter: str, limits: Limits) -> None:
        self.delimiter, self.limits = delimiter, limits
        self._open: list[Row] = []
        self._length = 0

    def take(self, row: Row) -> Record | None:
        """The record that this row completes; None: a quote is still open, or the row is blank.

        Raises:
            Damaged.
        """
        if not self._open and '"' not in row.text:
            if not row.text.strip():
                return None
            cells = row.text.split(self.delimiter)
            if len(cells) > _MOST_CELLS:
                raise Damaged("too_many_cells", row.number, _MOST_CELLS)
            return Record(row, row, cells)
        self._open.append(row)
        self._length += len(row.text) + 1
        if self._length > self.limits.field * 4 or len(self._open) > 64:
            raise Damaged("quote_not_closed", self._open[0].number)
        text = "\n".join(each.text for each in self._open)
        if text.count('"') % 2:
            return None
        first, self._open, self._length = self._open[0], [], 0
        try:
            (cells,) = csv.reader([text], delimiter=self.delimiter, strict=True)
        except (csv.Error, ValueError) as error:
            raise Damaged("misplaced_quote", first.number, 1, str(error)[:60]) from None
        if len(cells) > _MOST_CELLS:
            raise Damaged("too_many_cells", first.number, _MOST_CELLS)
        for place, cell in enumerate(cells):
            if len(cell) > self.limits.field:
                raise Damaged("field_too_long", first.number, place + 1)
        return Record(first, row, cells)

    def close(self) -> None:
        """
        Raises:
            Damaged: a quote is still open.
        """
        if self._open:
            raise Damaged("quote_not_closed", self._open[0].number)
