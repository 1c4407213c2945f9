"""CSV of banks that have nothing better, by a mapping that a person made. Cells are texts: none is ever run as a formula.

In a damage of this format ``column`` counts cells, as a spreadsheet shows them.
"""

from datetime import date

from retaguarda.foundation.money import BRL
from retaguarda.providers.bankfiles.lines import Damaged
from retaguarda.providers.statements.amounts import exponent_of, loose
from retaguarda.providers.statements.csv_balances import Balances
from retaguarda.providers.statements.csv_mapping import SIGNS, Mapping
from retaguarda.providers.statements.csv_rows import Record, Records
from retaguarda.providers.statements.days import formed_day
from retaguarda.providers.statements.model import Begun, Event, Known, Limits, StatementLine
from retaguarda.providers.statements.rows import Row, Rows
from retaguarda.providers.statements.tally import Tally
from retaguarda.providers.statements.texts import document_in, end_to_end_in, one_line, tells_a_balance
from retaguarda.providers.statements.unread import Unread


class Csv:
    """Takes a file in pieces; holds one record."""

    def __init__(self, known: Known, limits: Limits, mapping: Mapping) -> None:
        self.known, self.mapping = known, mapping
        self.rows = Rows(limits, known.tolerances)
        self.records = Records(mapping.delimiter, limits)
        self.exponent = exponent_of(mapping.currency)
        self.to_skip = mapping.skip
        self.places: dict[str, int] = {}
        self.width = 0
        self.tally = Tally(1)
        self.balances = Balances()
        #: Whether debits carry a minus: none, or all of them.
        self.debits_signed: bool | None = None

    @property
    def line(self) -> int:
        return max(1, self.rows.number)

    def feed(self, piece: bytes) -> list[Event]:
        return self._taken(self.rows.feed(piece))

    def close(self) -> list[Event]:
        events = self._taken(self.rows.close())
        self.records.close()
        if not self.places:
            raise Damaged("column_missing", self.line, 1, "header")
        if not self.tally.lines:
            raise Damaged("no_statement", self.line)
        if self.balances.swapped:
            place = self.places.get("amount", self.places.get("debit", 0))
            raise Damaged("signs_swapped", self.line, place + 1, "credits and debits")
        self.tally.opening, self.tally.closing = self.balances.ends()
        gaps = self.balances.gaps if "balance" in self.places else None
        events.append(self.tally.ended(("balance_gaps", None if gaps is None else 0, gaps or 0)))
        return events

    def _taken(self, rows: list[Row]) -> list[Event]:
        events: list[Event] = []
        for row in rows:
            if row.number == 1 and row.text.lower().startswith("sep="):
                continue
            record = self.records.take(row)
            if record is None:
                continue
            if self.to_skip:
                self.to_skip -= 1
                continue
            if not self.places:
                self._head(record)
                events.append(self._begun(record))
                if self.mapping.header:
                    continue
            events.append(self._line(record))
        return events

    def _head(self, record: Record) -> None:
        self.width = len(record.cells)
        titles = [one_line(cell).casefold() for cell in record.cells]
        for what, place in self.mapping.columns.items():
            if isinstance(place, int):
                if place > self.width:
                    raise Damaged("column_missing", record.first.number, place, what)
                self.places[what] = place - 1
                continue
            title = one_line(place).casefold()
            if titles.count(title) != 1:
                code = "column_twice" if title in titles else "column_missing"
                raise Damaged(code, record.first.number, titles.index(title) + 1 if title in titles else 1, place)
            self.places[what] = titles.index(title)

    def _begun(self, record: Record) -> Begun:
        self.known.statements = 1
        mapping = self.mapping
        return Begun(
            number=1,
            format="csv",
            line=record.first.number,
            currency=mapping.currency,
            account=mapping.account,
            bank=mapping.bank,
            branch=mapping.branch,
        )

    def _line(self, record: Record) -> StatementLine:
        cells = record.cells
        if len(cells) > self.width and "".join(cells[self.width :]).strip():
            # A delimiter inside a text that is not quoted moves all that follows it.
            raise Damaged("too_many_cells", record.first.number, self.width + 1)
        description = self._text(record, "description")
        pseudo = tells_a_balance(description)
        booked_on = self._day(record, "booked_on")
        if booked_on is None:
            raise Damaged("field_missing", record.first.number, self.places["booked_on"] + 1, "booked_on")
        amount = self._moved(record, pseudo)
        balance = self._amount(record, "balance")
        if balance is not None and not pseudo:
            self.balances.add(amount, balance)
        return StatementLine(
            number=self.tally.add(amount, pseudo),
            booked_on=booked_on,
            value_on=self._day(record, "value_on"),
            amount=amount,
            kind=self._text(record, "kind"),
            history_code=self._text(record, "history_code"),
            reference=self._text(record, "reference"),
            own_reference=self._text(record, "own_reference"),
            end_to_end_id=self._text(record, "end_to_end_id") or end_to_end_in(description),
            document=self._text(record, "document"),
            name=self._text(record, "name"),
            tax_document=self._text(record, "tax_document") or document_in(description),
            counter_account=self._text(record, "counter_account"),
            description=description,
            balance=balance,
            pseudo=pseudo,
            first_line=record.first.number,
            last_line=record.last.number,
            offset=record.first.offset,
            end=record.last.end,
        )

    def _moved(self, record: Record, pseudo: bool) -> int:
        """The amount with its sign, from one column, one and a sign, or two."""
        if "amount" in self.places:
            amount = self._amount(record, "amount")
            if amount is None and not pseudo:
                raise Damaged("field_missing", record.first.number, self.places["amount"] + 1, "amount")
            if amount is None or "sign" not in self.places:
                return amount or 0
            return self._with_sign(record, amount, pseudo)
        credit, debit = self._amount(record, "credit"), self._amount(record, "debit")
        at = record.first.number, self.places["credit" if credit else "debit"] + 1
        if credit and debit:
            raise Damaged("two_amounts", *at)
        if credit is None and debit is None and not pseudo:
            raise Damaged("field_missing", *at, "credit or debit")
        if debit:
            self.debits_signed = debit < 0 if self.debits_signed is None else self.debits_signed
        if (credit or 0) < 0 or (debit and (debit < 0) != self.debits_signed):
            raise Damaged("unexpected_sign", *at)
        return (credit or 0) - abs(debit or 0)

    def _with_sign(self, record: Record, amount: int, pseudo: bool) -> int:
        word = self._text(record, "sign").upper()
        if word not in SIGNS and not (pseudo and not word):
            raise Damaged("unknown_sign", record.first.number, self.places["sign"] + 1, ascii(word[:20]))
        if amount < 0:
            raise Damaged("unexpected_sign", record.first.number, self.places["amount"] + 1)
        return amount * (SIGNS[word] if word else 1)

    def _text(self, record: Record, what: str) -> str:
        place = self.places.get(what)
        if place is None:
            return ""
        if place >= len(record.cells):
            raise Damaged("cell_missing", record.first.number, len(record.cells) + 1)
        cell = record.cells[place]
        return cell.strip() if cell.isprintable() else one_line(cell)

    def _amount(self, record: Record, what: str) -> int | None:
        text = self._text(record, what)
        if not text:
            return None
        bare = text.replace("R$", "", 1) if self.mapping.currency == BRL else text
        try:
            return loose(bare, self.exponent, self.mapping.decimal)
        except Unread as unread:
            swapped = Unread("columns_swapped", text) if self._is_day(text) else unread
            swapped.at(record.first.number, self.places[what] + 1, what)

    def _day(self, record: Record, what: str) -> date | None:
        text = self._text(record, what)
        if not text:
            return None
        try:
            return formed_day(text, self.mapping.date_form)
        except Unread as unread:
            swapped = Unread("columns_swapped", text) if self._is_amount(text) else unread
            swapped.at(record.first.number, self.places[what] + 1, what)

    def _is_day(self, text: str) -> bool:
        try:
            formed_day(text, self.mapping.date_form)
        except Unread:
            return False
        return True

    def _is_amount(self, text: str) -> bool:
        try:
            loose(text, self.exponent, self.mapping.decimal)
        except Unread:
            return False
        return True
