"""CNAB 400: records of 400 places, each bank in its own way."""

from retaguarda.providers.bankfiles.entries import Entry, Found
from retaguarda.providers.bankfiles.lines import Damaged, Line
from retaguarda.providers.bankfiles.state import State


class Cnab400(State[Entry]):
    """0 header, 1 details (7 at Banco do Brasil), 9 trailer; every record has its number in the last six places."""

    def __init__(self, found: Found) -> None:
        super().__init__(found)
        self.detail = ""

    def take(self, line: Line) -> list[Entry]:
        line = self.padded(line, 400)
        self._in_order(line)
        if not self.detail:
            return self._header(line)
        match line.text[0]:
            case kind if kind == self.detail:
                return [self.counted(self._entry(line))]
            case "9":
                return self._end(line)
            case "2" | "3" | "4" | "5" | "7":
                # What belongs to the record before it: a Pix for the same title, a split of its credit, messages.
                self.found.tolerances.note("optional_record", line.number)
                return []
            case kind:
                raise Damaged("unexpected_record", line.number, 1, kind)

    def _in_order(self, line: Line) -> None:
        said = line.text[394:400]
        if not said.strip("0 "):
            self.found.tolerances.note("record_without_number", line.number)
        elif not (said.isascii() and said.strip().isdigit()) or int(said) != line.number:
            raise Damaged("out_of_order", line.number, 395, said.strip())

    def _header(self, line: Line) -> list[Entry]:
        bank = line.text[76:79]
        self.begin(400, bank)
        record = self.record("file_header")
        self.refuse_remittance(line, record)
        self.introduce(line, record, bank, "")
        self.detail = "7" if bank == "001" else "1"
        return []

    def _entry(self, line: Line) -> Entry:
        entry = self.entry(line, self.record("detail"), self.detail)
        if self.layout.paid_is_net_of_fee and entry.paid:
            entry.paid += entry.fee
        if self.layout.paid_lacks_additions and entry.paid:
            entry.paid += self.money(line, self.record("detail"), "additions")
        return entry

    def _end(self, line: Line) -> list[Entry]:
        record = self.record("file_trailer")
        self.trailer = line.number
        totals = self.found.totals
        totals.said_entries = self.number(line, record, "title_count")
        totals.said_amount = self.number(line, record, "title_total")
        if totals.said_entries is not None:
            self.compare(line, record, "title_count", totals.entries, "entries_missing")
        if totals.said_amount and totals.said_amount != totals.amount:
            self.found.tolerances.note("total_differs", line.number)
        return []
