"""MT940 of SWIFT, with the dialects of the Dutch banks whose samples are tested: ABN, ING, Knab, SNS and Triodos.

A message ends with its closing balance (62F, or 62M on all pages but the last); without one the file is cut off.
"""

import re

from retaguarda.providers.bankfiles.lines import Damaged
from retaguarda.providers.statements.amounts import exponent_of
from retaguarda.providers.statements.model import Balance, Begun, Event, Known, Limits, StatementLine
from retaguarda.providers.statements.mt940_details import read_details
from retaguarda.providers.statements.mt940_fields import read_balance, read_entry
from retaguarda.providers.statements.rows import Row, Rows
from retaguarda.providers.statements.tally import Tally
from retaguarda.providers.statements.texts import document_in, end_to_end_in
from retaguarda.providers.statements.unread import Unread

_FIELD = re.compile(r":([0-9]{2}[A-Z]?|NS):")
_BLOCK = re.compile(r"\{4:")
_END = re.compile(r"-(?:\}|XXX)?$")
_DIALECTS = {"ABNANL": "abn", "INGBNL": "ing", "TRIODOSBANK": "triodos", "SNSBNL": "sns"}
#: SNS signs with nothing but this empty reference.
_EMPTY_REFERENCE = "0000000000"
#: So many lines one field may have; the standard knows six.
_MOST_LINES = 64


class Mt940:
    """Takes a file in pieces; holds one entry."""

    def __init__(self, known: Known, limits: Limits) -> None:
        self.known, self.limits = known, limits
        self.rows = Rows(limits, known.tolerances)
        self.tally: Tally | None = None
        self.begun: Begun | None = None
        self.dialect = ""
        self.head: dict[str, str] = {}
        self.head_line = 0
        self.currency, self.exponent = "", 0
        #: The field whose lines are being collected, and the entry that field 86 would complete.
        self.tag, self.first = "", Row(0, 0, 0, "")
        self.field: list[str] = []
        self.entry: tuple[Row, list[str]] | None = None
        self.last = Row(0, 0, 0, "")

    @property
    def line(self) -> int:
        return max(1, self.rows.number)

    def feed(self, piece: bytes) -> list[Event]:
        return self._taken(self.rows.feed(piece))

    def close(self) -> list[Event]:
        events = self._taken(self.rows.close())
        if self.tag.startswith(("60", "61", "62")) and not self.last.ended:
            # An amount may be cut off and still be one.
            raise Damaged("truncated", self.last.number, len(self.last.text) + 1)
        self._message_end(events)
        if not self.known.statements:
            raise Damaged("no_statement", self.line)
        return events

    def _taken(self, rows: list[Row]) -> list[Event]:
        events: list[Event] = []
        for row in rows:
            text = row.text.rstrip()
            if text.startswith("{") and (block := _BLOCK.search(text)):
                self._message_end(events)
                self._note_dialect(text)
                text = text[block.end() :]
            found = _FIELD.match(text) if text[:1] == ":" else None
            if found:
                self._field_end(events)
                self._field_begins(found[1], row, text[found.end() :], events)
            elif _END.match(text):
                self._message_end(events)
            elif self.tag and text:
                self._continued(row, text)
            elif not self.tag:
                self._note_dialect(text)
        return events

    def _continued(self, row: Row, text: str) -> None:
        self.field.append(text)
        self.last = row
        if len(self.field) > _MOST_LINES or sum(map(len, self.field)) > self.limits.field:
            raise Damaged("field_too_long", row.number, 1, self.tag)

    def _note_dialect(self, text: str) -> None:
        for mark, name in _DIALECTS.items():
            if mark in text:
                self.dialect = name

    def _field_begins(self, tag: str, row: Row, text: str, events: list[Event]) -> None:
        if tag == "20":
            self._message_end(events)
            self.head, self.head_line = {}, row.number
            if text == _EMPTY_REFERENCE and not self.dialect:
                self.dialect = "sns"
        elif not self.head:
            raise Damaged("outside_statement", row.number, 1, tag)
        if self.tally is not None and self.tally.closing is not None and tag[:2] in ("60", "61", "62"):
            raise Damaged("after_end", row.number, 1, tag)
        if tag != "86":
            self._entry_end(events)
        self.tag, self.first, self.field, self.last = tag, row, [text], row

    def _field_end(self, events: list[Event]) -> None:
        tag, self.tag = self.tag, ""
        match tag:
            case "":
                return
            case "20" | "25" | "25P" | "28" | "28C":
                self.head.setdefault(tag[:2], self.field[0].strip())
                if tag[:2] == "25":
                    self._note_dialect(self.field[0])
            case "60F" | "60M":
                self._begin(events)
            case "61":
                if self.tally is None:
                    raise Damaged("opening_missing", self.first.number)
                self.entry = (self.first, self.field)
            case "86" if self.entry is not None:
                self._movement(events, self.field)
            case "62F" | "62M":
                if self.tally is None:
                    raise Damaged("opening_missing", self.first.number)
                self.tally.closing = self._balance()
            case _:
                pass

    def _entry_end(self, events: list[Event]) -> None:
        if self.entry is not None:
            self._movement(events, [])

    def _message_end(self, events: list[Event]) -> None:
        self._field_end(events)
        self._entry_end(events)
        if self.tally is not None:
            if self.tally.closing is None:
                raise Damaged("truncated", self.line, 1, "62F")
            events.append(self.tally.ended())
        elif self.head:
            raise Damaged("opening_missing", self.head_line)
        self.tally, self.head = None, {}

    def _balance(self) -> Balance:
        try:
            self.currency, balance = read_balance(self.field[0].strip(), self.currency)
        except Unread as unread:
            unread.at(self.first.number, _column(self.first, self.field), self.first.text[:5])
        return balance

    def _begin(self, events: list[Event]) -> None:
        if self.tally is not None:
            raise Damaged("opening_twice", self.first.number)
        self.currency = ""
        opening = self._balance()
        self.exponent = exponent_of(self.currency)
        account = self.head.get("25", "")
        if not account:
            raise Damaged("account_missing", self.head_line)
        bank, slash, number = account.partition("/")
        self.known.statements += 1
        self.tally = Tally(self.known.statements)
        self.tally.opening = opening
        self.begun = Begun(
            number=self.tally.number,
            format="mt940",
            line=self.head_line,
            currency=self.currency,
            account=number if slash and number else account,
            bank=bank if slash and number else "",
            sequence=self.head.get("28", ""),
            opening=opening,
        )
        events.append(self.begun)

    def _movement(self, events: list[Event], details: list[str]) -> None:
        assert self.entry is not None
        assert self.tally is not None
        (row, lines), self.entry = self.entry, None
        try:
            entry = read_entry(lines[0].strip(), self.exponent)
        except Unread as unread:
            unread.at(row.number, _column(row, lines), ":61:")
        if not entry.has_comma:
            self.known.tolerances.note("amount_without_comma", row.number)
        if entry.bent:
            self.known.tolerances.note("thirtieth_of_february", row.number)
        told = read_details(details, self.dialect)
        more = " ".join(line.strip() for line in lines[1:])
        description = f"{more} {told.text}" if more and told.text and more != told.text else more or told.text
        events.append(
            StatementLine(
                number=self.tally.add(entry.amount),
                booked_on=entry.booked_on,
                value_on=entry.value_on,
                amount=entry.amount,
                kind=entry.kind,
                reference=entry.reference,
                own_reference=entry.own_reference,
                end_to_end_id=told.end_to_end_id or end_to_end_in(description),
                name=told.name or (more if self.dialect == "sns" else ""),
                tax_document=document_in(description),
                counter_account=told.account,
                description=description,
                reversal=entry.reversal,
                first_line=row.number,
                last_line=self.last.number,
                offset=row.offset,
                end=self.last.end,
            )
        )


def _column(row: Row, lines: list[str]) -> int:
    """Where the text of a field begins in its first line."""
    return len(row.text.rstrip()) - len(lines[0]) + 1
