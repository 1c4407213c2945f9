"""OFX as tags and texts, whether SGML (1.x, where leaves are not closed) or XML (2.x): one scanner reads both.

It is no XML parser on purpose: it knows no entities but the five of XML and those of numbers, and no declarations, so nothing
can grow while it is read.
"""

import re
from dataclasses import dataclass

from retaguarda.providers.bankfiles.lines import Damaged, Tolerances
from retaguarda.providers.statements.model import Limits
from retaguarda.providers.statements.texts import control_in, decoded, plain
from retaguarda.providers.statements.unread import Unread

_TAG = re.compile(rb"(<(/?[A-Za-z][A-Za-z0-9._]{0,31}) ?/?>)")
_BEGIN = re.compile(rb"<OFX>", re.IGNORECASE)
_HEADER = re.compile(rb"(ENCODING|CHARSET)[:=] *[\"']?([A-Za-z0-9._-]+)", re.IGNORECASE)


@dataclass(slots=True)
class Leaf:
    """``raw`` as it stands after its tag, which begins at ``line`` and ``column``, and at ``offset``; it ends at ``after``."""

    name: str
    raw: bytes
    line: int
    column: int
    offset: int
    after: int


class Tags:
    """Cuts pieces into tags with the text after them; holds one tag and one piece."""

    def __init__(self, limits: Limits, tolerances: Tolerances) -> None:
        self.limits, self.tolerances = limits, tolerances
        self.line, self.offset = 1, 0
        self._line_start = 0
        self._rest = b""
        self._begun = False
        self._declared = ""

    def feed(self, piece: bytes) -> list[Leaf]:
        """The tags whose text is known to be whole.

        Raises:
            Damaged.
        """
        return self._cut(self._rest + piece, last=False)

    def close(self) -> list[Leaf]:
        """
        Raises:
            Damaged: the file never began.
        """
        leaves = self._cut(self._rest, last=True)
        if not self._begun:
            raise Damaged("truncated", self.line)
        return leaves

    def _cut(self, data: bytes, last: bool) -> list[Leaf]:
        if not self._begun:
            begin = _BEGIN.search(data)
            if begin is None:
                self._rest = data
                if len(data) > self.limits.field * 4:
                    raise Damaged("no_begin", 1, 1, "<OFX>")
                return []
            self._head(data[: begin.start()])
            data = data[begin.start() :]
        parts = _TAG.split(data)
        # Text before the first tag there is only at the end of a text, which the last tag held back.
        end = len(parts) if last else len(parts) - 3
        leaves = [self._leaf(*parts[place : place + 3]) for place in range(1, end, 3)]
        self._rest = b"" if last else parts[-3] + parts[-1]
        if len(self._rest) > self.limits.field + 64:
            name = parts[-2].decode("ascii") if len(parts) > 2 else ""
            raise Damaged("field_too_long", self.line, self._column(), name)
        return leaves

    def _leaf(self, tag: bytes, name: bytes, raw: bytes) -> Leaf:
        if len(raw) > self.limits.field:
            raise Damaged("field_too_long", self.line, self._column(), name.decode("ascii"))
        after = self.offset + len(tag)
        column = self.offset - self._line_start + 1
        leaf = Leaf(name.decode("ascii").upper(), raw, self.line, column, self.offset, after)
        self.offset = after + len(raw)
        breaks = raw.count(b"\n")
        if breaks:
            self.line += breaks
            self._line_start = after + raw.rindex(b"\n") + 1
        return leaf

    def _column(self) -> int:
        return self.offset - self._line_start + 1

    def _head(self, head: bytes) -> None:
        for word in (b"<!DOCTYPE", b"<!ENTITY"):
            place = head.upper().find(word)
            if place >= 0:
                raise Damaged("doctype", head.count(b"\n", 0, place) + 1, place - head.rfind(b"\n", 0, place))
        self._begun = True
        self.offset = len(head)
        self.line += head.count(b"\n")
        self._line_start = head.rfind(b"\n") + 1
        said = {key.upper(): value.upper() for key, value in _HEADER.findall(head)}
        names = said.get(b"CHARSET", b""), said.get(b"ENCODING", b"")
        if any(name in (b"UTF-8", b"UTF8", b"UNICODE") for name in names):
            self._declared = "utf-8"
        elif names[0] in (b"1252", b"WINDOWS-1252", b"ISO-8859-1", b"8859-1"):
            self._declared = "cp1252"

    def text(self, leaf: Leaf) -> str:
        """The text after a tag, on one line.

        Raises:
            Damaged: it cannot be decoded, or carries control characters.
        """
        column = leaf.column + leaf.after - leaf.offset
        try:
            text, written = decoded(leaf.raw)
        except Unread as unread:
            unread.at(leaf.line, column, leaf.name)
        if written != "ascii" and self._declared and written != self._declared:
            self.tolerances.note("charset_lies", leaf.line)
        text = self._cdata(text, leaf) if "<![CDATA[" in text else plain(text)
        control = control_in(text)
        if control is not None:
            raise Damaged("control_character", leaf.line, column, f"0x{ord(text[control]):02X}")
        return text

    def _cdata(self, text: str, leaf: Leaf) -> str:
        bare = text.strip()
        if not bare.startswith("<![CDATA[") or not bare.endswith("]]>") or "]]>" in bare[9:-3]:
            # Something that looks like a tag stands inside: where the text ends would be a guess.
            raise Damaged("cdata", leaf.line, leaf.column, leaf.name)
        return " ".join(bare[9:-3].split())
