"""ISO 20022 camt.053, versions 02 to 08, off expat as it comes: one entry in memory, no tree, no declarations, no entities."""

import re
from typing import NoReturn
from xml.parsers import expat

from retaguarda.providers.bankfiles.lines import Damaged
from retaguarda.providers.statements.camt_entries import Entries
from retaguarda.providers.statements.camt_paths import NAMESPACE, VERSIONS, Node, tree
from retaguarda.providers.statements.model import Event, Known, Limits

#: A tag, with all its attributes, or a comment: expat holds it whole before it says anything.
_LONGEST_TOKEN = 65_536
_ENCODING = re.compile(rb"<\?xml[^>]{0,200}?encoding=[\"']([A-Za-z0-9._-]+)[\"']")
_ENCODINGS = {
    "UTF-8": "utf-8",
    "UTF8": "utf-8",
    "US-ASCII": "us-ascii",
    "ASCII": "us-ascii",
    "ISO-8859-1": "iso-8859-1",
    "LATIN1": "iso-8859-1",
    "ISO-8859-15": "iso-8859-15",
    "WINDOWS-1252": "windows-1252",
    "CP1252": "windows-1252",
}
#: What expat says when the file is over too soon.
_TRUNCATED = {
    expat.errors.codes[message]
    for message in (
        expat.errors.XML_ERROR_NO_ELEMENTS,
        expat.errors.XML_ERROR_UNCLOSED_TOKEN,
        expat.errors.XML_ERROR_PARTIAL_CHAR,
        expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
    )
}


class Camt:
    """Takes a file in pieces. Elements that nobody wants pass by without a trace, but not deeper than the limit."""

    def __init__(self, known: Known, limits: Limits, head: bytes) -> None:
        self.known, self._deepest, self._longest = known, limits.depth, limits.field
        self.entries = Entries(known, limits)
        self.fed = 0
        self._piece = b""
        self._parser = self._made(head)
        #: The innermost wanted element, and how many open ones inside it nobody wants.
        self._node: Node | None = None
        self._skipped = 0
        self._text = ""
        self._currency = ""
        self._place = (1, 1)

    @property
    def line(self) -> int:
        return self._parser.CurrentLineNumber

    def feed(self, piece: bytes) -> list[Event]:
        parser = self._parser
        self._piece = piece
        self._parse(parser, piece, False)
        self.fed += len(piece)
        if self.fed - parser.CurrentByteIndex > _LONGEST_TOKEN:
            raise Damaged("token_too_long", parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        return self.entries.taken()

    def close(self) -> list[Event]:
        parser = self._parser
        self._parse(parser, b"", True)
        if not self.known.statements:
            raise Damaged("no_statement", parser.CurrentLineNumber)
        return self.entries.taken()

    def _made(self, head: bytes) -> expat.XMLParserType:
        said = _ENCODING.match(head.removeprefix(b"\xef\xbb\xbf").lstrip())
        name = said[1].decode("ascii").upper() if said else "UTF-8"
        if name not in _ENCODINGS:
            raise Damaged("unknown_encoding", 1, 1, name)
        parser = expat.ParserCreate(_ENCODINGS[name], " ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._letters
        parser.StartDoctypeDeclHandler = self._declared
        parser.EntityDeclHandler = self._declared
        return parser

    def _parse(self, parser: expat.XMLParserType, piece: bytes, last: bool) -> None:
        try:
            parser.Parse(piece, last)
        except expat.ExpatError as error:
            code = "truncated" if last and error.code in _TRUNCATED else "not_well_formed"
            raise Damaged(code, error.lineno, error.offset + 1, expat.ErrorString(error.code) or "") from None

    def _declared(self, *_: object) -> NoReturn:
        raise self._damaged("doctype")

    def _damaged(self, code: str, detail: str = "") -> Damaged:
        return Damaged(code, self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1, detail)

    def _root(self, name: str) -> None:
        namespace, _, local = name.rpartition(" ")
        if local != "Document" or not namespace.startswith(NAMESPACE):
            raise self._damaged("another_message", ascii(name[:100]))
        if namespace.removeprefix(NAMESPACE) not in VERSIONS:
            raise self._damaged("unknown_version", ascii(namespace.removeprefix(NAMESPACE)[:20]))
        self._node = tree(namespace)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        above = self._node
        if above is None:
            return self._root(name)
        node = None if self._skipped else above.children.get(name)
        if node is None:
            self._skipped += 1
            if self._skipped + above.depth > self._deepest:
                raise self._damaged("too_deep")
            return None
        self._node = node
        if node.slot:
            self._text = ""
            self._currency = attributes.get("Ccy", "")
            parser = self._parser
            self._place = (parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        elif node.begins:
            parser = self._parser
            self._place = (parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
            if not self.entries.begin(node.name, self._place, parser.CurrentByteIndex):
                self._node, self._skipped = above, 1
        return None

    def _letters(self, text: str) -> None:
        node = self._node
        if node is not None and node.slot and not self._skipped:
            self._text = text = self._text + text if self._text else text
            if len(text) > self._longest:
                raise Damaged("field_too_long", *self._place, node.name)

    def _end(self, _: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        node = self._node
        assert node is not None
        self._node = node.above
        if node.slot:
            text = self._text.strip()
            if text:
                self._text = ""
                self.entries.put(node.slot, text, self._place, self._currency)
        elif node.begins:
            # The tag may have begun in the piece before; it ends in this one.
            begin = max(0, self._parser.CurrentByteIndex - self.fed)
            self.entries.end(node.name, self._parser.CurrentLineNumber, self.fed + self._piece.index(b">", begin) + 1)
