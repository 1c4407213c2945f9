"""The statement as a PDF to read and to print: a page of lines at a time, in the letters that every reader of PDF has.

The file is written as it grows (ISO 32000-1): objects one after another, their places and the tree of pages at its end.
"""

import zlib
from collections.abc import Sequence
from typing import IO

from retaguarda.account.statement.files.period import Period
from retaguarda.account.statement.files.text import one_line
from retaguarda.account.statement.files.words import KIND_WORDS, PDF_WORDS
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.money import shown

MEDIA_TYPE = "application/pdf"
#: A4 in points; the origin is its lower left corner.
_WIDTH, _HEIGHT, _MARGIN = 595, 842, 42
_LINE, _SIZE = 15, 8
_ROWS = 44
#: Left edges of the columns, and right edges of the two of money.
_AT, _KIND, _PARTY, _AMOUNT, _BALANCE = _MARGIN, 132, 232, 470, _WIDTH - _MARGIN
#: Letters that fit into a column of texts, at about half their size each.
_KIND_LETTERS, _PARTY_LETTERS = 22, 40
#: Widths of Helvetica in thousandths of its size, for what is written flush right (Adobe's metrics).
_WIDTHS = {" ": 278, ",": 278, ".": 278, "-": 333, "R": 722, "$": 556, "B": 667, "L": 556}
_DIGIT = 556


class _Document:
    """Numbers objects, and knows where each begins."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        # 1: the catalogue, 2: the tree of pages; both are known at the end only.
        self._places: dict[int, int] = {}
        self._next = 3
        self.pages = list[int]()
        self._at = 0
        self._write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        self._fonts = [self.add(_font(name)) for name in ("Helvetica", "Helvetica-Bold")]

    def add(self, body: bytes, number: int | None = None) -> int:
        if number is None:
            number, self._next = self._next, self._next + 1
        self._places[number] = self._at
        self._write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
        return number

    def page(self, drawing: str) -> None:
        packed = zlib.compress(drawing.encode("cp1252", "replace"))
        content = self.add(b"<</Length %d/Filter/FlateDecode>>\nstream\n%s\nendstream" % (len(packed), packed))
        fonts = b"/F1 %d 0 R/F2 %d 0 R" % tuple(self._fonts)
        self.pages.append(
            self.add(
                b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Resources<</Font<<%s>>>>/Contents %d 0 R>>"
                % (_WIDTH, _HEIGHT, fonts, content)
            )
        )

    def close(self, title: str, language: str) -> None:
        kids = b" ".join(b"%d 0 R" % page for page in self.pages)
        self.add(b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, len(self.pages)), 2)
        self.add(
            b"<</Type/Catalog/Pages 2 0 R/Lang(%s)/ViewerPreferences<</DisplayDocTitle true>>>>" % language.encode(), 1
        )
        titled = f"\ufeff{title}".encode("utf-16-be").hex()
        info = self.add(b"<</Title <%s>/Producer(Retaguarda)>>" % titled.encode())
        begin, size = self._at, self._next
        self._write(b"xref\n0 %d\n0000000000 65535 f \n" % size)
        for number in range(1, size):
            self._write(b"%010d 00000 n \n" % self._places[number])
        self._write(b"trailer\n<</Size %d/Root 1 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, info, begin))

    def _write(self, data: bytes) -> None:
        self._at += self._out.write(data)


def _font(name: str) -> bytes:
    return b"<</Type/Font/Subtype/Type1/BaseFont/%s/Encoding/WinAnsiEncoding>>" % name.encode()


async def write_pdf(tx: Tx, period: Period, out: IO[bytes]) -> None:
    document, sheet = _Document(out), list[Row]()
    total = -(-max(period.entries, 1) // _ROWS)
    async for batch in period.rows(tx):
        for row in batch:
            sheet.append(row)
            if len(sheet) == _ROWS:
                document.page(_sheet(period, sheet, len(document.pages) + 1, total))
                sheet = []
    if sheet or not document.pages:
        document.page(_sheet(period, sheet, len(document.pages) + 1, total))
    document.close(_title(period), period.language)


def _title(period: Period) -> str:
    words = PDF_WORDS[period.language]
    return f"{words['title']} {period.first_day:%d/%m/%Y} – {period.last_day:%d/%m/%Y}"


def _sheet(period: Period, rows: Sequence[Row], number: int, total: int) -> str:
    words, holder = PDF_WORDS[period.language], period.holder
    top = _HEIGHT - _MARGIN
    drawn = [
        _left(_MARGIN, top - 10, _title(period), 14, "F2"),
        _left(_MARGIN, top - 26, f"{one_line(holder.name, 70)} · {holder.document} · {period.number}", 9),
        _left(_MARGIN, top - 39, f"{holder.provider} · {words['zone']} {period.zone.key}", _SIZE),
        _right(_BALANCE, top - 39, f"{number}/{total}", _SIZE),
    ]
    y = top - 60
    for place, name in ((_AT, "at"), (_KIND, "kind"), (_PARTY, "party")):
        drawn.append(_left(place, y, words[name], _SIZE, "F2"))
    for edge, name in ((_AMOUNT, "amount"), (_BALANCE, "balance")):
        # Words of a heading: a bold letter is about half its size wide.
        drawn.append(_left(edge - len(words[name]) * _SIZE * 0.5, y, words[name], _SIZE, "F2"))
    drawn.append(f"0.8 G {_MARGIN} {y - 5} m {_BALANCE} {y - 5} l S")
    if number == 1:
        y -= _LINE
        drawn += [
            _left(_AT, y, words["opening"], _SIZE),
            _right(_BALANCE, y, shown(period.opening, period.language), _SIZE),
        ]
    for row in rows:
        y -= _LINE
        drawn += _line(period, row, y)
    if number == total:
        y -= _LINE + 4
        closing = shown(period.closing, period.language)
        drawn += [_left(_AT, y, words["closing"], _SIZE, "F2"), _right(_BALANCE, y, closing, _SIZE)]
    return "\n".join(drawn)


def _line(period: Period, row: Row, y: int) -> list[str]:
    at = f"{row['posted_at'].astimezone(period.zone):%d/%m/%Y %H:%M}"
    kind = KIND_WORDS[period.language].get(row["kind"], row["kind"])
    told = " · ".join(each for each in (row["counterparty"], row["description"]) if each)
    return [
        _left(_AT, y, at, _SIZE),
        _left(_KIND, y, one_line(kind, _KIND_LETTERS), _SIZE),
        _left(_PARTY, y, one_line(told, _PARTY_LETTERS), _SIZE),
        _right(_AMOUNT, y, shown(row["amount"], period.language), _SIZE),
        _right(_BALANCE, y, shown(row["balance_after"], period.language), _SIZE),
    ]


def _left(x: float, y: float, text: str, size: int, font: str = "F1") -> str:
    return f"BT /{font} {size} Tf {x:.2f} {y} Td {_text(text)} Tj ET"


def _right(x: float, y: float, text: str, size: int) -> str:
    width = sum(_WIDTHS.get(letter, _DIGIT) for letter in text) * size / 1_000
    return _left(x - width, y, text, size)


def _text(text: str) -> str:
    """A string of a PDF. What the font has no letter for is a question mark."""
    known = text.encode("cp1252", "replace").decode("cp1252")
    return f"({known.translate(_ESCAPES)})"


_ESCAPES = str.maketrans({"\\": "\\\\", "(": "\\(", ")": "\\)"})
