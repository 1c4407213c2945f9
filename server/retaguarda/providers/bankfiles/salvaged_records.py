"""The records of a damaged file, whatever ends them, and the list of what is wrong with it."""

import contextlib
from dataclasses import dataclass
from itertools import takewhile

from retaguarda.providers.bankfiles.lines import LONGEST, Line

WIDTH = 240
#: A trailer with both of its counts has so many places.
_TRAILER = 29


@dataclass(slots=True)
class Damage:
    """One kind of damage: the record where it was first seen, what stood there, and how often."""

    kind: str
    line: int
    read: str
    count: int = 1


class Damages:
    """What was found wrong with a file, kind by kind."""

    def __init__(self) -> None:
        self.seen = dict[str, Damage]()

    def note(self, kind: str, line: int, read: str = "") -> None:
        if (found := self.seen.get(kind)) is not None:
            found.count += 1
        else:
            self.seen[kind] = Damage(kind, line, read[:60])

    def mark(self, kind: str, line: int) -> None:
        """Note what is so all through the file, once."""
        self.seen.setdefault(kind, Damage(kind, line, ""))


class Records:
    """Cuts bytes into records of 240 places, whatever ends them. Holds one piece and one record."""

    def __init__(self, damages: Damages) -> None:
        self.damages = damages
        #: The file ends within a record.
        self.cut = False
        self._rest = b""
        self._number = 0
        self._blank = 0

    def feed(self, piece: bytes) -> list[Line]:
        data = self._rest + piece
        # Its line feed may come with the next piece.
        held = b"\r" if data.endswith(b"\r") else b""
        data = data.removesuffix(held).replace(b"\r\n", b"\n")
        if b"\r" in data:
            first = self._number + 1 + data[: data.index(b"\r")].count(b"\n")
            self.damages.mark("other_line_ends", first)
            data = data.replace(b"\r", b"\n")
        *whole, rest = data.split(b"\n")
        lines = [line for raw in whole for line in self._lines(raw)]
        if len(rest) > LONGEST:
            end = (len(rest) - 1) // WIDTH * WIDTH
            lines += self._lines(rest[:end])
            rest = rest[end:]
        self._rest = rest + held
        return lines

    def close(self) -> list[Line]:
        raw, self._rest = self._rest.rstrip(b"\r\x1a\0"), b""
        whole = len(raw) // WIDTH * WIDTH
        lines = self._lines(raw[:whole]) if whole else []
        tail = raw[whole:]
        if not tail.strip():
            return lines
        if tail[7:8] == b"9" and len(tail) >= _TRAILER:
            return lines + self._lines(tail)
        self.cut = True
        self.damages.note("cut_record", self._number + 1, tail[:30].decode("latin-1"))
        return lines

    def _lines(self, raw: bytes) -> list[Line]:
        """The records of one line: one, or as many as were written without an end."""
        if not raw.strip(b"\0 \x1a"):
            self._number += 1
            self._blank = self._blank or self._number
            return []
        chunks = [raw]
        parts = [raw[at : at + WIDTH] for at in range(0, len(raw), WIDTH)] if len(raw.rstrip()) > WIDTH else []
        records = list(
            takewhile(lambda part: part[:3] == raw[:3] and len(part) == WIDTH and part[7:8].isdigit(), parts)
        )
        if len(records) > 1:
            self.damages.mark("no_line_ends", self._number + 1)
            rest = raw[len(records) * WIDTH :]
            chunks = [*records, rest] if rest.strip() else records
        if self._blank:
            # Blanks at the end of a file are no damage; these were not at its end.
            self.damages.note("blank_line", self._blank)
            self._blank = 0
        return [line for chunk in chunks if (line := self._line(chunk)) is not None]

    def _line(self, raw: bytes) -> Line | None:
        self._number += 1
        text = raw.replace(b"\0", b" ").decode("latin-1")
        if not raw.isascii():
            with contextlib.suppress(UnicodeDecodeError):
                text = raw.decode("utf-8")
        if not text.replace("\xa0", " ").isprintable():
            self.damages.note("garbled_line", self._number, "control_character")
            return None
        return Line(self._number, 0, text)
