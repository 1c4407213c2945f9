"""OFX: statements of bank accounts and of cards, as Brazilian banks write them.

A day is what the bank wrote, whatever zone follows it. OFX tells no opening balance. Its end tag is what makes a file whole;
the end tags of aggregates inside it may lack.
"""

from retaguarda.providers.bankfiles.lines import Damaged
from retaguarda.providers.statements.amounts import exponent_of
from retaguarda.providers.statements.model import Balance, Begun, Event, Known, Limits, StatementLine
from retaguarda.providers.statements.ofx_fields import Fields, amount_of, day_of, text_of
from retaguarda.providers.statements.ofx_tags import Leaf, Tags
from retaguarda.providers.statements.tally import Tally
from retaguarda.providers.statements.texts import document_in, end_to_end_in, tells_a_balance
from retaguarda.providers.statements.unread import Unread

_STATEMENTS = ("STMTRS", "CCSTMTRS")
#: Aggregates whose leaves are told apart; all others are walked through.
_INSIDE = {"BANKACCTFROM", "CCACCTFROM", "LEDGERBAL", "AVAILBAL", "BANKTRANLIST"}
_WITHIN_LINE = {"BANKACCTTO", "CCACCTTO", "CURRENCY", "ORIGCURRENCY", "PAYEE"}
#: Twice in one transaction, they are those of two: a tag between them lacks, and OFX has no sum that would show it.
_ONCE = {"TRNAMT", "DTPOSTED", "FITID"}
_CREDITS = ("CREDIT", "DEP", "INT", "DIV", "DIRECTDEP")
_DEBITS = ("DEBIT", "FEE", "SRVCHG", "ATM", "POS", "CHECK", "PAYMENT", "DIRECTDEBIT")


class Ofx:
    """Takes a file in pieces; holds one transaction."""

    def __init__(self, known: Known, limits: Limits) -> None:
        self.known = known
        self.tags = Tags(limits, known.tolerances)
        self.tally: Tally | None = None
        self.begun: Begun | None = None
        self.head: Fields = {}
        self.row: Fields | None = None
        self.row_at: Leaf | None = None
        self.where = ""
        self.whole = False
        self.exponent = 0

    @property
    def line(self) -> int:
        return self.tags.line

    def feed(self, piece: bytes) -> list[Event]:
        return self._taken(self.tags.feed(piece))

    def close(self) -> list[Event]:
        events = self._taken(self.tags.close())
        if not self.whole:
            raise Damaged("truncated", self.line, 1, "</OFX>")
        if not self.known.statements:
            raise Damaged("no_statement", self.line)
        return events

    def _taken(self, leaves: list[Leaf]) -> list[Event]:
        events: list[Event] = []
        for leaf in leaves:
            name = leaf.name
            if self.row is not None and name[0] != "/" and name not in _INSIDE and name not in _STATEMENTS:
                if name == "STMTTRN":
                    self._unclosed(leaf, events)
                elif name in _WITHIN_LINE:
                    self.where = name
                else:
                    key = f"{self.where}.{name}" if self.where else name
                    if key in self.row and key in _ONCE:
                        raise Damaged("field_twice", leaf.line, leaf.column, name)
                    self.row.setdefault(key, leaf)
            elif name[0] == "/":
                self._closed(leaf, events)
            else:
                self._opened(leaf, events)
        return events

    def _opened(self, leaf: Leaf, events: list[Event]) -> None:
        name = leaf.name
        if self.whole:
            raise Damaged("after_end", leaf.line, leaf.column, name)
        if name in _STATEMENTS:
            if self.tally is not None:
                raise Damaged("not_closed", leaf.line, leaf.column, name)
            self.known.statements += 1
            self.tally, self.begun, self.head, self.where = Tally(self.known.statements), None, {"": leaf}, ""
        elif name == "STMTTRN":
            if self.tally is None:
                raise Damaged("outside_statement", leaf.line, leaf.column, name)
            self.row, self.row_at, self.where = {}, leaf, ""
        elif name in _INSIDE:
            if self.row is not None:
                self._unclosed(leaf, events)
            self.where = name
        elif name in _ONCE:
            raise Damaged("outside_transaction", leaf.line, leaf.column, name)
        elif self.tally is not None:
            self.head.setdefault(f"{self.where}.{name}" if self.where else name, leaf)

    def _unclosed(self, leaf: Leaf, events: list[Event]) -> None:
        self.known.tolerances.note("end_tag_lacks", leaf.line)
        events.extend(self._movement(leaf, leaf.offset))
        if leaf.name == "STMTTRN":
            self.row, self.row_at = {}, leaf

    def _closed(self, leaf: Leaf, events: list[Event]) -> None:
        name = leaf.name[1:]
        if name == "STMTTRN" and self.row is not None:
            events.extend(self._movement(leaf, leaf.after))
        elif name == "STMTTRN":
            raise Damaged("unexpected_end", leaf.line, leaf.column, leaf.name)
        elif self.row is not None and name not in ("BANKTRANLIST", *_STATEMENTS, "OFX"):
            if name == self.where:
                self.where = ""
        elif name in _INSIDE or name in _STATEMENTS or name == "OFX":
            if self.row is not None:
                self._unclosed(leaf, events)
            self.where = ""
            if name in _STATEMENTS:
                events.extend(self._end(leaf))
            if name == "OFX":
                self._finish(leaf)

    def _finish(self, leaf: Leaf) -> None:
        self.whole = True
        if self.tally is not None:
            raise Damaged("truncated", leaf.line, leaf.column, "</STMTRS>")
        if leaf.raw.strip("\0\x1a \t\r\n"):
            raise Damaged("after_end", leaf.line, leaf.column)

    def _begin(self) -> Begun:
        """The header, made from what stood before the first transaction or before the end."""
        if self.begun is not None:
            return self.begun
        assert self.tally is not None
        at = self.head[""]
        currency = text_of(self.tags, self.head, "CURDEF")
        if not currency:
            raise Damaged("currency_missing", at.line, at.column)
        try:
            self.exponent = exponent_of(currency)
        except Unread as unread:
            unread.at(self.head["CURDEF"].line, self.head["CURDEF"].column, "CURDEF")
        card = "CCACCTFROM.ACCTID" in self.head
        account = text_of(self.tags, self.head, "CCACCTFROM.ACCTID" if card else "BANKACCTFROM.ACCTID")
        if not account:
            raise Damaged("account_missing", at.line, at.column)
        self.begun = Begun(
            number=self.tally.number,
            format="ofx",
            line=at.line,
            currency=currency,
            account=account,
            bank=text_of(self.tags, self.head, "BANKACCTFROM.BANKID"),
            branch=text_of(self.tags, self.head, "BANKACCTFROM.BRANCHID"),
            first_day=day_of(self.tags, self.head, "BANKTRANLIST.DTSTART"),
            last_day=day_of(self.tags, self.head, "BANKTRANLIST.DTEND"),
        )
        return self.begun

    def _movement(self, last: Leaf, end: int) -> list[Event]:
        row, at, first = self.row, self.row_at, self.begun is None
        assert row is not None
        assert at is not None
        assert self.tally is not None
        begun = self._begin()
        self.row, self.row_at, self.where = None, None, ""
        amount = amount_of(self.tags, row, "TRNAMT", self.exponent)
        booked_on = day_of(self.tags, row, "DTPOSTED")
        for name, value in (("TRNAMT", amount), ("DTPOSTED", booked_on)):
            if value is None:
                raise Damaged("field_missing", at.line, at.column, name)
        assert amount is not None
        assert booked_on is not None
        currency = text_of(self.tags, row, "CURRENCY.CURSYM")
        if currency and currency != begun.currency:
            raise Damaged(
                "currency_differs", row["CURRENCY.CURSYM"].line, row["CURRENCY.CURSYM"].column, ascii(currency[:20])
            )
        kind = text_of(self.tags, row, "TRNTYPE").upper()
        if (kind in _CREDITS and amount < 0) or (kind in _DEBITS and amount > 0):
            self.known.tolerances.note("type_contradicts_sign", at.line)
        memo, name = (
            text_of(self.tags, row, "MEMO"),
            text_of(self.tags, row, "NAME") or text_of(self.tags, row, "PAYEE.NAME"),
        )
        description = memo or name
        pseudo = tells_a_balance(description)
        line = StatementLine(
            number=self.tally.add(amount, pseudo),
            booked_on=booked_on,
            value_on=day_of(self.tags, row, "DTAVAIL"),
            amount=amount,
            kind=kind,
            reference=text_of(self.tags, row, "FITID"),
            own_reference=text_of(self.tags, row, "REFNUM"),
            end_to_end_id=end_to_end_in(description),
            document=text_of(self.tags, row, "CHECKNUM"),
            name=name if memo else "",
            tax_document=document_in(description),
            counter_account=text_of(self.tags, row, "BANKACCTTO.ACCTID") or text_of(self.tags, row, "CCACCTTO.ACCTID"),
            description=description,
            pseudo=pseudo,
            first_line=at.line,
            last_line=last.line,
            offset=at.offset,
            end=end,
        )
        return [begun, line] if first else [line]

    def _end(self, leaf: Leaf) -> list[Event]:
        if self.tally is None:
            raise Damaged("unexpected_end", leaf.line, leaf.column, leaf.name)
        first, begun = self.begun is None, self._begin()
        tally, self.tally = self.tally, None
        closing = amount_of(self.tags, self.head, "LEDGERBAL.BALAMT", self.exponent)
        if closing is None:
            self.known.tolerances.note("closing_missing", leaf.line)
        else:
            tally.closing = Balance(closing, day_of(self.tags, self.head, "LEDGERBAL.DTASOF"))
        return [begun, tally.ended()] if first else [tally.ended()]
