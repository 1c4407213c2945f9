"""Reads a payment return that the strict reader refuses: its whole records, and by name what is wrong with the rest.

Nothing is invented: a record that cannot be read is left out and named. Whether the lines of such a file count is for others to say.
"""

import hashlib

from retaguarda.providers.bankfiles.entries import Found
from retaguarda.providers.bankfiles.layouts import Record
from retaguarda.providers.bankfiles.lines import Damaged, Line
from retaguarda.providers.bankfiles.payments import PaymentEntry, PaymentReturn
from retaguarda.providers.bankfiles.reader import Reader
from retaguarda.providers.bankfiles.salvaged_records import Damages, Records
from retaguarda.providers.bankfiles.state import State

#: Damage of the envelope: every record is there, and the trailer counts them.
HARMLESS = frozenset({"no_line_ends", "other_line_ends", "blank_line", "after_trailer", "repeated_file"})
#: Damage of what counts the records: lines may be missing, unless somebody else knows that all are there.
COUNTS = frozenset({"trailer_count", "batch_count", "batch_trailer_missing"})
#: What says that the file is none of this family, however it is read.
_OTHERS = frozenset({"remittance", "unknown_bank", "unknown_layout", "collection_return", "statement"})


class SalvageReader(Reader[PaymentEntry]):
    """Takes a damaged file in pieces, as Reader does. Records are numbered as lines, and one by one where lines have no ends."""

    def __init__(self) -> None:
        self.damages = Damages()
        super().__init__(self._begin)
        self._records = Records(self.damages)

    def feed(self, piece: bytes) -> list[PaymentEntry]:
        return self._taken(self._records.feed(piece))

    def close(self) -> list[PaymentEntry]:
        entries = self._taken(self._records.close())
        state = self._state
        if not isinstance(state, _SalvagedReturn):
            raise Damaged("empty", 1)
        return entries + state.finished(self._records.cut)

    def _begin(self, line: Line, found: Found) -> State[PaymentEntry]:
        if not _is_header(line.text):
            raise Damaged("unknown_layout", line.number)
        return _SalvagedReturn(found, self.damages)


class _SalvagedReturn(PaymentReturn):
    """PaymentReturn that names what is wrong and goes on with the next record."""

    def __init__(self, found: Found, damages: Damages) -> None:
        super().__init__(found)
        self.damages = damages
        self.records = 0
        self.lost = False
        self.has_second = False
        self.digest = hashlib.sha256()
        #: Of what stands after the file's end, from a header on.
        self.copy: tuple[int, str] | None = None
        self.copied = hashlib.sha256()

    def take(self, line: Line) -> list[PaymentEntry]:
        if not self.bank:
            self._count(line)
            return super().take(line)
        if _is_header(line.text):
            return self._another_file(line)
        if self.copy is not None:
            self.copied.update(_bytes(line))
            return []
        if self.trailer:
            self.damages.note("after_trailer", line.number, line.text[:30])
            return []
        self._count(line)
        if line.text[:3] != self.bank:
            self.damages.note("foreign_line", line.number, line.text[:3])
            return self._complete()
        return self._lenient(line)

    def finished(self, cut: bool) -> list[PaymentEntry]:
        """The last entry of a file without a trailer; call it once, at the end."""
        done = self._complete()
        if not self.trailer:
            self.damages.note("truncated", self.last)
        elif cut:
            # What was cut off stands after the file.
            self.damages.seen.pop("cut_record", None)
            self.damages.note("after_trailer", self.trailer + 1)
        self._end_copy()
        return done

    def compare(self, line: Line, record: Record, name: str, counted: int, code: str) -> None:
        said = self.number(line, record, name)
        found = self.records if name == "record_count" else counted
        if said is None:
            self.damages.note("trailer_count", line.number, "")
        elif said != found:
            self.damages.note(
                "batch_count" if name == "batch_count" else "trailer_count", line.number, f"{said} {found}"
            )

    def _count(self, line: Line) -> None:
        self.records += 1
        self.last = line.number
        self.digest.update(_bytes(line))

    def _another_file(self, line: Line) -> list[PaymentEntry]:
        """A second header: the same file once more, or another one that was put after it."""
        done = self._complete()
        if not self.trailer:
            # The first ended without a trailer: nobody knows what is missing of it.
            self.damages.note("truncated", self.last)
            self.trailer = self.last
            self.digest = hashlib.sha256()
        self._end_copy()
        self.copy, self.copied = (line.number, f"{line.text[:3]} {line.text[157:163]}"), hashlib.sha256()
        self.copied.update(_bytes(line))
        return done

    def _end_copy(self) -> None:
        if self.copy is None:
            return
        same = self.copied.digest() == self.digest.digest()
        self.damages.note("repeated_file" if same else "merged_file", *self.copy)
        self.copy = None

    def _lenient(self, line: Line) -> list[PaymentEntry]:
        kind, segment = line.text[7:8], line.text[13:14]
        continues = kind == "3" and (segment in "BZC5" or (segment == "J" and line.text[17:19] == "52"))
        # Before anything can be wrong with this record: what was open is complete.
        done = [] if continues else self._complete()
        if continues and self._alone(line, segment):
            return done
        if self.in_batch and kind in "19":
            self.damages.note("batch_trailer_missing", line.number)
            self.in_batch = False
        try:
            done += super().take(line)
        except Damaged as damage:
            if damage.code in _OTHERS:
                raise
            self._note(line, damage)
            self.lost = not continues
        else:
            self.lost = False
        return done

    def _alone(self, line: Line, segment: str) -> bool:
        """Whether a record completes a payment that is not here: its first record was lost or could not be read."""
        if self.lost:
            return True
        if segment == "B" and self.has_second:
            self.damages.note("garbled_line", line.number, "segment_alone")
            self.lost = True
            return True
        self.has_second = self.has_second or segment == "B"
        return False

    def _entry(self, line: Line, segment: str) -> PaymentEntry:
        self.has_second = False
        return super()._entry(line, segment)

    def _note(self, line: Line, damage: Damaged) -> None:
        if damage.code == "unexpected_record" and line.text[7:8] == "3":
            self.damages.note("batch_header_missing", line.number)
        else:
            self.damages.note("garbled_line", line.number, damage.code)


def _is_header(text: str) -> bool:
    return text[3:8] == "00000" and text[:3].isdigit()


def _bytes(line: Line) -> bytes:
    return line.text.rstrip().encode() + b"\n"
