"""A file as lines, whatever comes in pieces, with a name for everything that real files do beside the standard."""

from dataclasses import dataclass, field

#: A line this long is no line of a bank file; the widest layout has 750 places.
LONGEST = 4_096

_BOM = b"\xef\xbb\xbf"
_EOF = b"\x1a"


class Damaged(Exception):
    """A file that cannot be read without guessing. ``line`` and ``column`` count from one."""

    def __init__(self, code: str, line: int, column: int = 1, detail: str = "") -> None:
        super().__init__(f"{code} at line {line}, column {column} {detail}".rstrip())
        self.code, self.line, self.column, self.detail = code, line, column, detail


@dataclass(frozen=True, slots=True)
class Line:
    """``text`` in Latin-1, without its end; ``offset`` of its first byte in the file."""

    number: int
    offset: int
    text: str


@dataclass(slots=True)
class Tolerances:
    """What was read although it is not as it should be: a name → how often, and the line where it was first seen."""

    seen: dict[str, tuple[int, int]] = field(default_factory=dict)

    def note(self, name: str, line: int) -> None:
        count, first = self.seen.get(name, (0, line))
        self.seen[name] = (count + 1, first)


@dataclass(slots=True)
class Lines:
    """Cuts pieces of bytes into lines. Holds no more than one line and one piece."""

    tolerances: Tolerances
    _rest: bytes = b""
    _number: int = 0
    _offset: int = 0
    _blank: int = 0
    _ended: bool = False

    def feed(self, piece: bytes) -> list[Line]:
        """The lines that this piece completes.

        Raises:
            Damaged: a line without an end, or something after the end of the file.
        """
        data = self._rest + piece
        if not self._offset and not self._number:
            # The mark of three bytes may come in two pieces.
            if len(data) < len(_BOM) and _BOM.startswith(data):
                self._rest = data
                return []
            if data.startswith(_BOM):
                self.tolerances.note("bom", 1)
                self._offset, data = len(_BOM), data[len(_BOM) :]
        *whole, self._rest = data.split(b"\n")
        if len(self._rest) > LONGEST:
            _ends_as_known(self._rest, self._number + 1)
            raise Damaged("line_without_end", self._number + 1, LONGEST)
        return [line for raw in whole if (line := self._line(raw, 1)) is not None]

    def close(self) -> list[Line]:
        """The last line, where it has no end of its own."""
        raw, self._rest = self._rest, b""
        if self._blank:
            self.tolerances.note("blank_lines_at_end", self._blank)
        if not raw:
            return []
        if raw.strip(_EOF + b"\0 \r"):
            self.tolerances.note("no_last_line_end", self._number + 1)
        line = self._line(raw, 0)
        return [line] if line else []

    def _line(self, raw: bytes, end: int) -> Line | None:
        offset = self._offset
        self._offset += len(raw) + end
        self._number += 1
        text, ended = raw, False
        if text.endswith(b"\r"):
            text = text[:-1]
        elif end:
            self.tolerances.note("line_feed_only", self._number)
        _ends_as_known(text, self._number)
        if _EOF in text:
            if text.strip(_EOF + b"\0 ") and not text.rstrip(b"\0 ").endswith(_EOF):
                raise Damaged("control_character", self._number, text.index(_EOF) + 1, "0x1A")
            self.tolerances.note("end_of_file_mark", self._number)
            text, ended = text.rstrip(b"\0 ").rstrip(_EOF), True
        if not text.strip(b"\0 "):
            self._ended = self._ended or ended
            self._blank = self._blank or (0 if ended else self._number)
            return None
        if self._ended:
            raise Damaged("after_end", self._number)
        if self._blank:
            raise Damaged("blank_line", self._blank)
        self._ended = ended
        return Line(self._number, offset, self._decoded(text))

    def _decoded(self, raw: bytes) -> str:
        if b"\0" in raw:
            self.tolerances.note("nul_bytes", self._number)
            raw = raw.replace(b"\0", b" ")
        text = raw.decode("latin-1")
        if not raw.isascii():
            try:
                text = raw.decode("utf-8")
                self.tolerances.note("utf8_text", self._number)
            except UnicodeDecodeError:
                pass
        for place, letter in enumerate(text if not text.isprintable() else ""):
            if letter != "\xa0" and not letter.isprintable():
                raise Damaged("control_character", self._number, place + 1, f"0x{ord(letter):02X}")
        return text


def _ends_as_known(text: bytes, number: int) -> None:
    """Lines that end in a carriage return alone are all one: which of them is meant would be a guess."""
    if b"\r" in text:
        raise Damaged("unknown_line_end", number, text.index(b"\r") + 1)
