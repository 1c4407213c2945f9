"""CNAB 240 with operation E, as FEBRABAN lays it out: a batch is an account's statement, a segment E one of its lines.

Places: cnab.json beside this file. What both kinds of files share is read by the code of return files.
"""

from datetime import date
from pathlib import Path

import msgspec

from retaguarda.foundation.money import BRL
from retaguarda.providers.bankfiles.entries import Found, document_of
from retaguarda.providers.bankfiles.layouts import Field, Kind, Record
from retaguarda.providers.bankfiles.lines import Damaged, Line, Lines
from retaguarda.providers.bankfiles.state import State
from retaguarda.providers.statements.amounts import exponent_of
from retaguarda.providers.statements.days import iso_day
from retaguarda.providers.statements.model import LARGEST, Balance, Begun, Event, Known, Limits, StatementLine
from retaguarda.providers.statements.tally import Tally
from retaguarda.providers.statements.texts import end_to_end_in
from retaguarda.providers.statements.unread import Unread

_PLACES = msgspec.json.decode(
    Path(__file__).with_name("cnab.json").read_bytes(), type=dict[str, list[tuple[str, int, int, Kind]]]
)
_RECORDS = {
    name: Record(name, {each[0]: Field(each[0], each[1] - 1, each[2], each[3]) for each in places})
    for name, places in _PLACES.items()
}
_HEADER, _E, _TRAILER = _RECORDS["batch_header"], _RECORDS["E"], _RECORDS["batch_trailer"]
_WIDTH = 240


class Cnab:
    """Takes a file in pieces; holds one line."""

    def __init__(self, known: Known, limits: Limits) -> None:
        self.known, self.limits = known, limits
        self.state = State(Found(known.tolerances))
        self.lines = Lines(known.tolerances)
        self.line = 1
        self.tally: Tally | None = None
        self.bank = ""
        self.batches = self.batch_lines = 0
        self.currency, self.exponent = "", 0
        self.account = ""

    def feed(self, piece: bytes) -> list[Event]:
        return self._taken(self.lines.feed(piece))

    def close(self) -> list[Event]:
        events = self._taken(self.lines.close())
        if not self.state.trailer:
            raise Damaged("truncated", self.line)
        if not self.known.statements:
            raise Damaged("no_statement", self.line)
        return events

    def _taken(self, lines: list[Line]) -> list[Event]:
        events: list[Event] = []
        for line in lines:
            self.line = line.number
            event = self._take(self.state.padded(line, _WIDTH), len(line.text))
            if event is not None:
                events.append(event)
        return events

    def _take(self, line: Line, width: int) -> Event | None:
        kind = line.text[7]
        if not self.bank:
            return self._file_header(line)
        if line.text[:3] != self.bank:
            raise Damaged("another_bank", line.number, 1, line.text[:3])
        self.batch_lines += 1
        match kind:
            case "3" if self.tally is not None:
                return self._line(line, self.tally, width)
            case "1" if self.tally is None:
                return self._begin(line)
            case "5" if self.tally is not None:
                return self._end(line, self.tally)
            case "9" if self.tally is None:
                return self._file_end(line)
            case _:
                raise Damaged("unexpected_record", line.number, 8, kind)

    def _file_header(self, line: Line) -> None:
        self.bank = line.text[:3]
        self.state.begin(_WIDTH, self.bank)
        self.state.refuse_remittance(line, self.state.record("file_header"))

    def _begin(self, line: Line) -> Begun:
        if line.text[8] != "E":
            raise Damaged("not_a_statement", line.number, 9, line.text[8])
        text = {name: self.state.text(line, _HEADER, name) for name in _HEADER.fields}
        self.currency = BRL if text["currency"] == "R$" else text["currency"]
        column = _HEADER.fields["currency"].column
        if not self.currency:
            raise Damaged("currency_missing", line.number, column)
        try:
            self.exponent = exponent_of(self.currency)
        except Unread as unread:
            unread.at(line.number, column)
        self.account = line.text[52:70]
        if not text["account"]:
            raise Damaged("account_missing", line.number, _HEADER.fields["account"].column)
        self.known.statements += 1
        self.batches += 1
        self.batch_lines = 1
        self.tally = Tally(self.known.statements)
        self.tally.opening = self._balance(line, _HEADER, "opening")
        # A check digit may be a zero, which the text of a field drops.
        digits = (line.text[place].strip() for place in (57, 70))
        branch, account = (
            f"{number}-{digit}" if digit else number
            for number, digit in zip((text["branch"], text["account"]), digits, strict=True)
        )
        return Begun(
            number=self.tally.number,
            format="cnab240",
            line=line.number,
            currency=self.currency,
            account=account.lstrip("0"),
            bank=self.bank,
            branch=branch if text["branch"] else "",
            holder=text["company_name"],
            holder_document=document_of(text["company_doc"], text["company_doc_type"] or "2"),
            sequence=text["statement_seq"].lstrip("0"),
            opening=self.tally.opening,
        )

    def _line(self, line: Line, tally: Tally, width: int) -> StatementLine | None:
        text = line.text
        if text[13] != "E":
            if text[13] in "YZ ":
                self.known.tolerances.note("optional_record", line.number)
                return None
            raise Damaged("unknown_segment", line.number, 14, text[13])
        amount = self._signed(line, _E, "amount", "sign")
        booked_on = self._day(line, "entry_date")
        if booked_on is None:
            raise Damaged("field_missing", line.number, _E.fields["entry_date"].column, "entry_date")
        category, history, document = text[169:172].strip(), text[176:201].strip(), text[201:240].strip()
        if category[:1] == ("2" if amount < 0 else "1"):
            self.known.tolerances.note("type_contradicts_sign", line.number)
        return StatementLine(
            number=tally.add(amount),
            booked_on=booked_on,
            value_on=self._day(line, "accounting_date"),
            amount=amount,
            kind=category,
            history_code=text[172:176].strip(),
            end_to_end_id=end_to_end_in(document),
            document=document if document.strip("0") else "",
            description=history,
            first_line=line.number,
            last_line=line.number,
            offset=line.offset,
            end=line.offset + width,
        )

    def _end(self, line: Line, tally: Tally) -> Event:
        if line.text[52:70] != self.account:
            raise Damaged("another_account", line.number, _TRAILER.fields["branch"].column)
        self.tally = None
        tally.closing = self._balance(line, _TRAILER, "closing")
        return tally.ended(
            ("records", self.state.number(line, _TRAILER, "record_count"), self.batch_lines),
            ("debits", self._money(line, _TRAILER, "debits_total"), tally.debits),
            ("credits", self._money(line, _TRAILER, "credits_total"), tally.credits),
        )

    def _file_end(self, line: Line) -> None:
        record = self.state.record("file_trailer")
        self.state.trailer = line.number
        self.state.compare(line, record, "batch_count", self.batches, "batches_missing")
        self.state.compare(line, record, "record_count", line.number, "lines_missing")

    def _balance(self, line: Line, record: Record, name: str) -> Balance:
        amount = self._signed(line, record, f"{name}_balance", f"{name}_sign")
        return Balance(amount, self.state.day(line, record, f"{name}_date"))

    def _signed(self, line: Line, record: Record, name: str, sign: str) -> int:
        amount = self._money(line, record, name)
        place = record.fields[sign]
        letter = line.text[place.start]
        if amount is None:
            raise Damaged("field_missing", line.number, record.fields[name].column, name)
        if letter not in ("C", "D") and (amount or letter != " "):
            raise Damaged("unknown_sign", line.number, place.column, ascii(letter))
        return -amount if letter == "D" else amount

    def _money(self, line: Line, record: Record, name: str) -> int | None:
        """Places hold two decimals whatever the currency has. None: blank."""
        place = record.fields[name]
        text = line.text[place.start : place.end]
        written = int(text) if text.isascii() and text.isdigit() else self.state.number(line, record, name)
        if written is None or self.exponent == 2:
            return written
        amount, rest = divmod(written * 10**self.exponent, 100)
        if rest or amount > LARGEST:
            raise Damaged("too_many_decimals" if rest else "amount_too_large", line.number, place.column, name)
        return amount

    def _day(self, line: Line, name: str) -> date | None:
        place = _E.fields[name]
        text = line.text[place.start : place.end]
        if text.isascii() and text.isdigit() and text.strip("0"):
            try:
                return iso_day(f"{text[4:]}-{text[2:4]}-{text[:2]}")
            except Unread as unread:
                unread.text = text
                unread.at(line.number, place.column, name)
        return self.state.day(line, _E, name)
