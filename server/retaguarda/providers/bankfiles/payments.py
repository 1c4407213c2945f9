"""CNAB 240 returns of payments: what a bank says of each line of a remittance. Nothing that is not exact counts as paid."""

from dataclasses import dataclass
from datetime import date

from retaguarda.providers.bankfiles.entries import Found, document_of
from retaguarda.providers.bankfiles.layouts import payment_layout_of
from retaguarda.providers.bankfiles.lines import Damaged, Line
from retaguarda.providers.bankfiles.payment_meanings import SLOTS, Meaning, meaning_of
from retaguarda.providers.bankfiles.state import State

#: Where the payee's account, and the barcode of a slip, stand at every bank.
_ACCOUNT, _BARCODE = slice(20, 43), slice(17, 61)


@dataclass(slots=True)
class PaymentEntry:
    """What a bank says of one payment. Amounts in centavos; ``reference`` is what we called it, ``codes`` as written.

    ``account`` is the payee's bank, branch and account as they stand there, or the barcode; ``second_codes`` what stands in the places
    for codes on segment B.
    """

    line: int
    offset: int
    segment: str
    method: str
    codes: str
    code: str
    meaning: Meaning
    reference: str
    bank_ref: str
    amount: int
    paid: int
    paid_on: date | None
    name: str
    document: str = ""
    authentication: str = ""
    account: str = ""
    second_codes: str = ""


class PaymentReturn(State[PaymentEntry]):
    """0 header, then batches of 1 header (operation C), 3 details, 5 trailer, then 9 trailer. A or J begins a payment; B, J-52 and
    Z complete it."""

    def __init__(self, found: Found) -> None:
        super().__init__(found)
        self.open: PaymentEntry | None = None
        self.bank = ""
        self.in_batch = False
        self.method = ""
        self.batch_meaning: tuple[Meaning, str] = ("none", "")
        self.batch_lines = 0
        self.batches = 0

    def begin(self, width: int, bank: str) -> None:
        self.found.layout = payment_layout_of(bank)
        if self.found.layout is None:
            raise Damaged("unknown_bank", 1, 1, bank)

    def take(self, line: Line) -> list[PaymentEntry]:
        line = self.padded(line, 240)
        kind = line.text[7]
        if not self.bank:
            return self._header(line)
        if line.text[:3] != self.bank:
            raise Damaged("another_bank", line.number, 1, line.text[:3])
        self.batch_lines += 1
        match kind:
            case "1":
                return self._batch(line)
            case "3" if self.in_batch:
                return self._detail(line)
            case "5" if self.in_batch:
                return self._batch_end(line)
            case "9" if not self.in_batch:
                return self._file_end(line)
            case "2" | "4" if self.in_batch:
                self.found.tolerances.note("optional_record", line.number)
                return []
            case _:
                raise Damaged("unexpected_record", line.number, 8, kind)

    def _header(self, line: Line) -> list[PaymentEntry]:
        self.bank = line.text[:3]
        self.begin(240, self.bank)
        record = self.record("file_header")
        self.refuse_remittance(line, record)
        self.introduce(line, record, self.bank, document_of(self.text(line, record, "company_doc")))
        return []

    def _batch(self, line: Line) -> list[PaymentEntry]:
        if self.in_batch:
            raise Damaged("unexpected_record", line.number, 8, "1")
        match line.text[8]:
            case "C":
                record = self.record("payment_header")
                self.in_batch, self.batch_lines = True, 1
                self.batches += 1
                self.method = line.text[11:13]
                self.batch_meaning = meaning_of(self.layout, _codes(line, record.fields["occurrences"].start))
                return []
            case "T":
                raise Damaged("collection_return", line.number, 9)
            case "E":
                raise Damaged("statement", line.number, 9)
            case operation:
                raise Damaged("unknown_operation", line.number, 9, operation)

    def _detail(self, line: Line) -> list[PaymentEntry]:
        match line.text[13]:
            case "J" if line.text[17:19] == "52":
                return self._completed(line, "J")
            case "A" | "J" as segment:
                done = self._complete()
                self.open = self._entry(line, segment)
                return done
            case "B":
                if self.open is not None:
                    record = self.record("B")
                    kind = line.text[record.fields["payee_doc_type"].start]
                    self.open.document = document_of(self.text(line, record, "payee_doc"), kind)
                    self.open.second_codes = line.text[-2 * SLOTS :].rstrip()
                return self._completed(line, "A")
            case "Z":
                if self.open is not None:
                    self.open.authentication = self.text(line, self.record("Z"), "authentication")[:64]
                return self._completed(line, "AJ")
            case "C" | "5":
                self.found.tolerances.note("optional_record", line.number)
                return []
            case segment:
                raise Damaged("unknown_segment", line.number, 14, segment)

    def _completed(self, line: Line, of: str) -> list[PaymentEntry]:
        if self.open is None or self.open.segment not in of:
            raise Damaged("segment_alone", line.number, 14, line.text[13])
        return []

    def _entry(self, line: Line, segment: str) -> PaymentEntry:
        record = self.record(segment)
        codes = _codes(line, record.fields["occurrences"].start)
        meaning, code = meaning_of(self.layout, codes)
        if self.batch_meaning[0] == "refused":
            # What a bank refuses of the batch it refuses of each line, and none of them can have been paid.
            meaning = "contradictory" if meaning == "paid" else "batch_refused"
            code = self.batch_meaning[1]
        paid_name, day_name = ("effective_amount", "effective_date") if segment == "A" else ("amount", "payment_date")
        amount_name = "amount" if segment == "A" else "title_amount"
        return PaymentEntry(
            line=line.number,
            offset=line.offset,
            segment=segment,
            method=self.method,
            codes=codes.rstrip(),
            code=code,
            meaning=meaning,
            reference=self.text(line, record, "company_ref"),
            bank_ref=self.text(line, record, "bank_ref"),
            amount=self.money(line, record, amount_name),
            paid=self.money(line, record, paid_name) if meaning == "paid" else 0,
            paid_on=self.day(line, record, day_name),
            name=self.text(line, record, "payee_name"),
            account=line.text[_ACCOUNT if segment == "A" else _BARCODE].rstrip(),
        )

    def _complete(self) -> list[PaymentEntry]:
        entry, self.open = self.open, None
        if entry is None:
            return []
        totals = self.found.totals
        totals.entries += 1
        totals.amount += entry.amount
        totals.paid += entry.paid
        return [entry]

    def _batch_end(self, line: Line) -> list[PaymentEntry]:
        done = self._complete()
        record = self.record("payment_trailer")
        self.in_batch = False
        said = self.number(line, record, "record_count")
        if said and said != self.batch_lines:
            self.found.tolerances.note("batch_count_differs", line.number)
        amount = self.number(line, record, "amount_total")
        if amount:
            totals = self.found.totals
            totals.said_amount = (totals.said_amount or 0) + amount
        return done

    def _file_end(self, line: Line) -> list[PaymentEntry]:
        record = self.record("file_trailer")
        self.trailer = line.number
        totals = self.found.totals
        totals.said_lines = self.number(line, record, "record_count")
        self.compare(line, record, "batch_count", self.batches, "batches_missing")
        self.compare(line, record, "record_count", line.number, "lines_missing")
        if totals.said_amount is not None and totals.said_amount != totals.amount:
            self.found.tolerances.note("total_differs", line.number)
        return []


def _codes(line: Line, start: int) -> str:
    return line.text[start : start + 2 * SLOTS]
