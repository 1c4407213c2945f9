"""CNAB 240: batches of records of 240 places, as FEBRABAN lays them out."""

from retaguarda.providers.bankfiles.entries import Entry, Found, document_of
from retaguarda.providers.bankfiles.lines import Damaged, Line
from retaguarda.providers.bankfiles.state import State


class Cnab240(State[Entry]):
    """0 header, then batches of 1 header, 3 details, 5 trailer, then 9 trailer. T begins a title and U completes it."""

    def __init__(self, found: Found) -> None:
        super().__init__(found)
        self.open: Entry | None = None
        self.bank = ""
        self.in_batch = False
        self.batch_lines = 0
        self.batch_amount = 0
        self.batches = 0

    def take(self, line: Line) -> list[Entry]:
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

    def _header(self, line: Line) -> list[Entry]:
        self.bank = line.text[:3]
        self.begin(240, self.bank)
        record = self.record("file_header")
        self.refuse_remittance(line, record)
        self.introduce(line, record, self.bank, document_of(self.text(line, record, "company_doc")))
        return []

    def _batch(self, line: Line) -> list[Entry]:
        if self.in_batch:
            raise Damaged("unexpected_record", line.number, 8, "1")
        match line.text[8]:
            case "T":
                self.in_batch, self.batch_lines, self.batch_amount = True, 1, 0
                self.batches += 1
                return []
            case "C":
                raise Damaged("payment_return", line.number, 9)
            case "E":
                raise Damaged("statement", line.number, 9)
            case operation:
                raise Damaged("unknown_operation", line.number, 9, operation)

    def _detail(self, line: Line) -> list[Entry]:
        match line.text[13]:
            case "T":
                done = self._complete()
                self.open = self.entry(line, self.record("T"), "T")
                return done
            case "U":
                if self.open is None or self.open.segment != "T":
                    raise Damaged("segment_alone", line.number, 14, "U")
                self._add(line, self.open)
                return []
            case "Y" if self.open is not None:
                self.open.lines += 1
                return []
            case segment:
                raise Damaged("unknown_segment", line.number, 14, segment)

    def _add(self, line: Line, entry: Entry) -> None:
        record = self.record("U")
        if self.text(line, record, "movement_code") != entry.occurrence:
            raise Damaged("segments_differ", line.number, record.fields["movement_code"].column)
        entry.segment, entry.lines = "TU", entry.lines + 1
        entry.paid = self.money(line, record, "paid_amount")
        entry.occurred_on = self.day(line, record, "occurrence_date")
        entry.credit_on = self.day(line, record, "credit_date")

    def _complete(self) -> list[Entry]:
        entry, self.open = self.open, None
        if entry is None:
            return []
        if entry.segment == "T":
            raise Damaged("segment_alone", entry.line, 14, "T")
        self.batch_amount += entry.amount
        return [self.counted(entry)]

    def _batch_end(self, line: Line) -> list[Entry]:
        done = self._complete()
        record = self.record("collection_trailer")
        self.in_batch = False
        said = self.number(line, record, "record_count")
        if said and said != self.batch_lines:
            self.found.tolerances.note("batch_count_differs", line.number)
        names = ("simple_total", "linked_total", "pledged_total", "discounted_total")
        said_amount = sum(self.number(line, record, name) or 0 for name in names)
        if said_amount:
            totals = self.found.totals
            totals.said_amount = (totals.said_amount or 0) + said_amount
            if said_amount != self.batch_amount:
                self.found.tolerances.note("batch_total_differs", line.number)
        return done

    def _file_end(self, line: Line) -> list[Entry]:
        record = self.record("file_trailer")
        self.trailer = line.number
        self.found.totals.said_lines = self.number(line, record, "record_count")
        self.compare(line, record, "batch_count", self.batches, "batches_missing")
        self.compare(line, record, "record_count", line.number, "lines_missing")
        return []
