"""Reads CNAB 240 remittances of payments, as the programs of merchants write them for their bank: credits by Pix or to an
account (segments A and B). Whatever else a file asks for refuses it whole: a payment that is not read is one that is not made.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payouts.batches.parse_rows import HEADING_ROW, FileRefused, Rows, cells_of, centavos_text
from retaguarda.payouts.batches.parse_segments import (
    PIX,
    BatchEnd,
    BatchOpening,
    Credit,
    FileEnd,
    Opening,
    Payee,
    completed,
    credited,
)
from retaguarda.providers.bankfiles.layouts import Layout, payment_layout_of
from retaguarda.providers.bankfiles.lines import Damaged, Line, Lines, Tolerances

WIDTH = 240
_PIECE = 256 * 1024
#: Credits to an account (01, 03, 05), by TED (41, 43), and Pix. FEBRABAN G029.
_METHODS = frozenset({"01", "03", "05", "41", "43", PIX})
#: The currency of Pix, and what Itaú writes for it.
_CURRENCIES = frozenset({PIX_CURRENCY, "REA", ""})


_Told = TypeVar("_Told", bound=msgspec.Struct)


def rows_of_remittance(path: Path) -> Rows:
    """Yield the payments of a file with the line of each segment A.

    Raises:
        FileRefused: it is no remittance of credits, or its counts and sums are not so.
    """
    yield HEADING_ROW
    lines, state = Lines(Tolerances()), _State()
    try:
        with path.open("rb") as file:
            while piece := file.read(_PIECE):
                for line in lines.feed(piece):
                    yield from state.take(line)
            for line in lines.close():
                yield from state.take(line)
    except Damaged as damage:
        raise FileRefused("row_damaged", str(damage)[:200], damage.line, damage.column) from None
    if not state.ended:
        raise FileRefused("file_cut", "the trailer of the file is missing", state.count)


@dataclass(slots=True)
class _State:
    """How far a file was read. ``credit``: an A that its B may follow."""

    layout: Layout | None = None
    ended: bool = False
    count: int = 0
    batches: int = 0
    batch_lines: int = 0
    method: str = ""
    total: int = 0
    credit: tuple[int, Credit] | None = None

    def take(self, line: Line) -> Rows:
        self.count += 1
        if len(line.text) != WIDTH:
            raise FileRefused("row_damaged", f"a line has {WIDTH} places", line.number, min(len(line.text), WIDTH) + 1)
        if self.ended:
            raise FileRefused("row_damaged", "nothing follows the trailer", line.number)
        kind = line.text[7]
        if self.layout is None:
            self._open(line)
        elif kind == "1" and not self.method:
            self._batch(line)
        elif kind == "3" and self.method:
            yield from self._detail(line)
        elif kind == "5" and self.method:
            yield from self._close_credit()
            self._batch_end(line)
        elif kind == "9" and not self.method:
            self._end(line)
        else:
            raise FileRefused("row_damaged", f"a record {kind!r} does not stand here", line.number, 8)

    def _fields(self, line: Line, name: str, told: type[_Told]) -> _Told:
        assert self.layout is not None
        fields = self.layout.records[name].fields
        values = {each: line.text[place.start : place.end].strip() for each, place in fields.items()}
        return msgspec.convert(values, told)

    def _open(self, line: Line) -> None:
        self.layout = payment_layout_of(line.text[:3])
        if line.text[3:8] != "00000" or self.layout is None:
            raise FileRefused("bank_unknown", f"no layout is known of bank {line.text[:3]}", line.number, 1)
        if self._fields(line, "file_header", Opening).file_kind != "1":
            raise FileRefused("not_a_remittance", "this file comes from a bank; bring it as a return file", line.number)

    def _batch(self, line: Line) -> None:
        found = self._fields(line, "payment_header", BatchOpening)
        if found.operation != "C" or found.payment_method not in _METHODS:
            raise FileRefused("method_other", f"{found.payment_method!r} is no credit or Pix", line.number, 12)
        self.batches, self.batch_lines, self.total = self.batches + 1, 1, 0
        self.method = found.payment_method

    def _detail(self, line: Line) -> Rows:
        segment = line.text[13]
        self.batch_lines += 1
        if segment == "A":
            yield from self._close_credit()
            found = self._fields(line, "A", Credit)
            if line.text[14] != "0":
                raise FileRefused("movement_other", "a line asks to change or to take back another", line.number, 15)
            if found.currency not in _CURRENCIES:
                raise FileRefused("currency_other", f"{found.currency!r} is not the real", line.number, 102)
            if not found.amount.isdecimal():
                raise FileRefused("amount_damaged", "the amount has digits alone", line.number, 120)
            self.total += int(found.amount)
            self.credit = line.number, found
        elif segment == "B" and self.credit is not None:
            number, credit = self.credit
            name = "BPIX" if self.method == PIX else "B"
            self.credit = None
            yield number, cells_of(completed(credit, self._fields(line, name, Payee), self.method))
        else:
            raise FileRefused("segment_other", f"a segment {segment!r} does not stand here", line.number, 14)

    def _close_credit(self) -> Rows:
        """Yield an A without its B: what it lacks is said of its line."""
        if self.credit is not None:
            number, credit = self.credit
            self.credit = None
            yield number, cells_of(credited(credit))

    def _batch_end(self, line: Line) -> None:
        found = self._fields(line, "payment_trailer", BatchEnd)
        self.batch_lines += 1
        if _number(found.record_count) != self.batch_lines or _number(found.amount_total) != self.total:
            raise FileRefused(
                "totals_differ", f"there are {self.batch_lines} records of {centavos_text(self.total)}", line.number
            )
        self.method = ""

    def _end(self, line: Line) -> None:
        found = self._fields(line, "file_trailer", FileEnd)
        if _number(found.batch_count) != self.batches or _number(found.record_count) != self.count:
            raise FileRefused("totals_differ", f"there are {self.batches} batches, {self.count} records", line.number)
        self.ended = True


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else -1
