"""Pieces of bytes as raw lines, for formats whose lines may be blank and whose texts may carry anything printable."""

import msgspec

from retaguarda.providers.bankfiles.lines import Damaged, Tolerances
from retaguarda.providers.statements.model import Limits
from retaguarda.providers.statements.texts import control_in, decoded
from retaguarda.providers.statements.unread import Unread

_BOM = b"\xef\xbb\xbf"


class Row(msgspec.Struct, gc=False):
    """``end`` is the byte after the line and its end; ``ended``: whether it has one."""

    number: int
    offset: int
    end: int
    text: str
    ended: bool = True


class Rows:
    """Cuts pieces into lines that end in LF or CR LF; holds one line and one piece."""

    def __init__(self, limits: Limits, tolerances: Tolerances) -> None:
        self.limits, self.tolerances = limits, tolerances
        self.number = self.offset = 0
        self._rest = b""

    def feed(self, piece: bytes) -> list[Row]:
        """
        Raises:
            Damaged.
        """
        *whole, self._rest = (self._rest + piece).split(b"\n")
        rows = [row for raw in whole if (row := self._row(raw, True)) is not None]
        if len(self._rest) > self.limits.field + len(_BOM) + 1:
            raise Damaged("line_without_end", self.number + 1, self.limits.field)
        return rows

    def close(self) -> list[Row]:
        """The last line, where it has no end of its own.

        Raises:
            Damaged.
        """
        raw, self._rest = self._rest, b""
        row = self._row(raw, False) if raw else None
        return [] if row is None else [row]

    def _row(self, raw: bytes, ended: bool) -> Row | None:
        self.number += 1
        offset, self.offset = self.offset, self.offset + len(raw) + ended
        text = raw[len(_BOM) :] if not offset and raw.startswith(_BOM) else raw
        text = text.removesuffix(b"\r") if ended else text.rstrip(b"\r\0\x1a")
        if len(text) > self.limits.field:
            raise Damaged("line_without_end", self.number, self.limits.field)
        if b"\r" in text:
            raise Damaged("unknown_line_end", self.number, text.index(b"\r") + 1)
        if not ended and not text:
            return None
        return Row(self.number, offset, self.offset, self._decoded(text), ended)

    def _decoded(self, raw: bytes) -> str:
        if raw.isascii() and (text := raw.decode("ascii")).isprintable():
            return text
        try:
            text, written = decoded(raw)
        except Unread as unread:
            unread.at(self.number, 1)
        if written == "cp1252":
            self.tolerances.note("cp1252_text", self.number)
        control = control_in(text)
        if control is not None:
            raise Damaged("control_character", self.number, control + 1, f"0x{ord(text[control]):02X}")
        return text
