"""OFX as tags and texts, whether SGML (1.x, where leaves are not closed) or XML (2.x): one scanner reads both.

It is no XML parser on purpose: it knows no entities but the five of XML and those of numbers, and no declarations, so nothing
can grow while it is read.
"""

import re

import msgspec

from retaguarda.providers.bankfiles.lines import Damaged, Tolerances
from retaguarda.providers.statements.model import Limits
from retaguarda.providers.statements.texts import control_in, decoded, plain
from retaguarda.providers.statements.unread import Unread

_TAG = re.compile(r"(<(/?[A-Za-z][A-Za-z0-9._]{0,31}) ?/?>)")
#: OFX knows some hundreds of names; a file that makes up more pays for them itself.
_MOST_NAMES = 1_000
_BEGIN = re.compile(r"<OFX>", re.IGNORECASE)
_HEADER = re.compile(r"(ENCODING|CHARSET)[:=] *[\"']?([A-Za-z0-9._-]+)", re.IGNORECASE)


class Leaf(msgspec.Struct, gc=False):
    """``raw``: the bytes after its tag, one letter each. The tag begins at ``line`` and ``column``, and at ``offset``; it ends at ``after``."""

    name: str
    raw: str
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
        self._rest = ""
        self._begun = False
        self._declared = ""
        self._names = dict[str, str]()

    def feed(self, piece: bytes) -> list[Leaf]:
        """The tags whose text is known to be whole.

        Raises:
            Damaged.
        """
        return self._cut(self._rest + piece.decode("latin-1"), last=False)

    def close(self) -> list[Leaf]:
        """
        Raises:
            Damaged: the file never began.
        """
        leaves = self._cut(self._rest, last=True)
        if not self._begun:
            raise Damaged("truncated", self.line)
        return leaves

    def _cut(self, data: str, last: bool) -> list[Leaf]:
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
        leaves = self._leaves(parts[1:end])
        self._rest = "" if last else parts[-3] + parts[-1]
        if len(self._rest) > self.limits.field + 64:
            name = parts[-2] if len(parts) > 2 else ""
            raise Damaged("field_too_long", self.line, self._column(), name)
        return leaves

    def _leaves(self, parts: list[str]) -> list[Leaf]:
        """``parts``: a tag, its name and the text after it, again and again."""
        offset, line, start, names = self.offset, self.line, self._line_start, self._names
        leaves = list[Leaf]()
        for tag, name, raw in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            known = names.get(name) or self._named(name)
            if len(raw) > self.limits.field:
                raise Damaged("field_too_long", line, offset - start + 1, known)
            after = offset + len(tag)
            leaves.append(Leaf(known, raw, line, offset - start + 1, offset, after))
            offset = after + len(raw)
            if "\n" in raw:
                line += raw.count("\n")
                start = after + raw.rindex("\n") + 1
        self.offset, self.line, self._line_start = offset, line, start
        return leaves

    def _named(self, name: str) -> str:
        known = name.upper()
        if len(self._names) < _MOST_NAMES:
            self._names[name] = known
        return known

    def _column(self) -> int:
        return self.offset - self._line_start + 1

    def _head(self, head: str) -> None:
        for word in ("<!DOCTYPE", "<!ENTITY"):
            place = head.upper().find(word)
            if place >= 0:
                raise Damaged("doctype", head.count("\n", 0, place) + 1, place - head.rfind("\n", 0, place))
        self._begun = True
        self.offset = len(head)
        self.line += head.count("\n")
        self._line_start = head.rfind("\n") + 1
        said = {key.upper(): value.upper() for key, value in _HEADER.findall(head)}
        names = said.get("CHARSET", ""), said.get("ENCODING", "")
        if any(name in ("UTF-8", "UTF8", "UNICODE") for name in names):
            self._declared = "utf-8"
        elif names[0] in ("1252", "WINDOWS-1252", "ISO-8859-1", "8859-1"):
            self._declared = "cp1252"

    def text(self, leaf: Leaf) -> str:
        """The text after a tag, on one line.

        Raises:
            Damaged: it cannot be decoded, or carries control characters.
        """
        raw = leaf.raw
        if raw.isascii():
            bare = raw.strip(" \t\r\n")
            if bare.isprintable() and "&" not in bare and "<" not in bare:
                return bare
        column = leaf.column + leaf.after - leaf.offset
        try:
            text, written = decoded(raw.encode("latin-1"))
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
