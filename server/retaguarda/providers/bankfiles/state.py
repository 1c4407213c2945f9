"""What reading both widths has in common: places, kinds, and the count of what was read."""

from datetime import date, datetime
from typing import Generic, TypeVar

from retaguarda.providers.bankfiles.entries import PAID, REVERSED, UNSURE, Entry, Found, Header, document_of, keys_of
from retaguarda.providers.bankfiles.layouts import Layout, Record, layout_of
from retaguarda.providers.bankfiles.lines import Damaged, Line

T = TypeVar("T")
_RETURN = "2"


class State(Generic[T]):
    """Where reading stands; each line moves it on."""

    def __init__(self, found: Found) -> None:
        self.found = found
        self.trailer = 0
        self.last = 0

    def take(self, line: Line) -> list[T]:
        raise NotImplementedError

    def end(self) -> None:
        if not self.trailer:
            raise Damaged("no_trailer", self.last)

    @property
    def layout(self) -> Layout:
        assert self.found.layout is not None
        return self.found.layout

    def begin(self, width: int, bank: str) -> None:
        self.found.layout = layout_of(width, bank)
        if self.found.layout is None:
            raise Damaged("unknown_bank", 1, 77, bank)

    def record(self, name: str) -> Record:
        return self.layout.records[name]

    def padded(self, line: Line, width: int) -> Line:
        """The line in its full width; blanks that were cut off or added are no damage."""
        if self.trailer:
            raise Damaged("after_trailer", line.number)
        self.last = line.number
        text = line.text
        if len(text) > width:
            if text[width:].strip():
                raise Damaged("line_too_long", line.number, width + 1, str(len(text)))
            self.found.tolerances.note("blanks_beyond", line.number)
            text = text[:width]
        elif len(text) < width:
            self.found.tolerances.note("short_line", line.number)
            text = text.ljust(width)
        else:
            return line
        return Line(line.number, line.offset, text)

    def text(self, line: Line, record: Record, name: str) -> str:
        """The text of a field; nothing where the layout has none, or where it is filled with zeros."""
        place = record.fields.get(name)
        text = line.text[place.start : place.end].strip() if place else ""
        return text if text.strip("0") else ""

    def number(self, line: Line, record: Record, name: str) -> int | None:
        """Digits as a number; None where the layout has no such field or it is blank."""
        place = record.fields.get(name)
        if place is None:
            return None
        text = line.text[place.start : place.end]
        if text.isascii() and text.isdigit():
            return int(text)
        if not text.strip():
            return None
        if (bare := text.strip()).isascii() and bare.isdigit():
            self.found.tolerances.note("blanks_in_number", line.number)
            return int(bare)
        wrong = next(i for i, letter in enumerate(text) if not (letter.isascii() and letter.isdigit()))
        raise Damaged("not_a_number", line.number, place.column + wrong, name)

    def money(self, line: Line, record: Record, name: str) -> int:
        found = self.number(line, record, name)
        if found is None and name in record.fields:
            self.found.tolerances.note("blank_amount", line.number)
        return found or 0

    def day(self, line: Line, record: Record, name: str) -> date | None:
        place = record.fields.get(name)
        if place is None:
            return None
        text = line.text[place.start : place.end]
        if not text.strip("0 "):
            return None
        if text == "9" * len(text):
            # Payable at sight, or against presentation: there is no day.
            self.found.tolerances.note("open_date", line.number)
            return None
        try:
            return datetime.strptime(text, "%d%m%Y" if len(text) == 8 else "%d%m%y").date()  # noqa: DTZ007  (a day has no zone)
        except ValueError:
            raise Damaged("not_a_date", line.number, place.column, name) from None

    def entry(self, line: Line, record: Record, segment: str) -> Entry:
        """An entry with what its first record says."""
        code = self.text(line, record, "movement_code")
        names = (self.text(line, record, name) for name in ("company_use", "document_number", "bank_ref"))
        return Entry(
            line=line.number,
            offset=line.offset,
            lines=1,
            segment=segment,
            occurrence=code,
            meaning=self._meaning(code, self.text(line, record, "instruction")),
            keys=keys_of(*names),
            bank_ref=self.text(line, record, "bank_ref"),
            amount=self.money(line, record, "title_amount"),
            paid=self.money(line, record, "paid_amount"),
            fee=self.money(line, record, "fee"),
            due_on=self.day(line, record, "due_date"),
            occurred_on=self.day(line, record, "occurrence_date"),
            credit_on=self.day(line, record, "credit_date"),
            name=self.text(line, record, "payer_name"),
            document=document_of(self.text(line, record, "payer_doc"), self.text(line, record, "payer_doc_type")),
            reasons=self.text(line, record, "reasons").strip("0"),
        )

    def _meaning(self, code: str, instruction: str) -> str:
        known = self.layout.occurrences
        return known.get(f"{code}/{instruction}") or known.get(code, "other")

    def counted(self, entry: Entry) -> Entry:
        """The entry, counted. Banks repeat a title's amount as paid when they register it, so only a payment has one."""
        totals = self.found.totals
        if entry.meaning not in (*PAID, *UNSURE, *REVERSED):
            entry.paid = 0
        totals.entries += 1
        totals.amount += entry.amount
        if entry.meaning in PAID:
            totals.paid += entry.paid
        totals.fee += entry.fee
        return entry

    def refuse_remittance(self, line: Line, record: Record) -> None:
        if self.text(line, record, "file_kind") != _RETURN:
            raise Damaged("remittance", line.number, record.fields["file_kind"].column)

    def introduce(self, line: Line, record: Record, bank: str, document: str) -> None:
        self.found.header = Header(
            bank=bank,
            bank_name=self.text(line, record, "bank_name"),
            company_document=document,
            company_name=self.text(line, record, "company_name"),
            agreement=self.text(line, record, "agreement"),
            sequence=self.number(line, record, "file_seq"),
            generated_on=self.day(line, record, "generated_date"),
        )

    def compare(self, line: Line, record: Record, name: str, counted: int, code: str) -> None:
        """What a trailer counts must be what was read: else lines are missing, and nobody knows which."""
        said = self.number(line, record, name)
        if not said:
            self.found.tolerances.note("trailer_without_count", line.number)
        elif said != counted:
            raise Damaged(code, line.number, record.fields[name].column, f"{said} {counted}")
