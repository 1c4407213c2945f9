"""Writes PDF files (ISO 32000-1) as a stream, in a font that every PDF reader has: Helvetica, WinAnsi encoding.

Objects follow one another; the cross-reference table and the page tree come last. The origin of a page is its lower
left corner; lengths are in points.
"""

import unicodedata
import zlib
from collections.abc import Sequence
from typing import IO

MEDIA_TYPE = "application/pdf"
#: A4.
WIDTH, HEIGHT, MARGIN = 595, 842, 42
REGULAR, BOLD = "F1", "F2"

#: Widths of Helvetica from space to tilde, in thousandths of its size (Adobe's metrics). An accented letter has the same width.
_WIDTHS = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
    556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]  # fmt: skip
#: Width of any other character: a wide guess.
_DEFAULT_WIDTH = 667


class PdfFile:
    """Numbers the objects and remembers where each begins."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        # 1 is the catalogue, 2 the page tree; both are written last.
        self._offsets: dict[int, int] = {}
        self._next = 3
        self.pages = list[int]()
        self._position = 0
        self._write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        self._fonts = [self._add(_font(name)) for name in ("Helvetica", "Helvetica-Bold")]

    def page(self, drawing: Sequence[str]) -> None:
        """Adds a page of drawing operators from left(), right() and line()."""
        packed = zlib.compress("\n".join(drawing).encode("cp1252", "replace"))
        content = self._add(b"<</Length %d/Filter/FlateDecode>>\nstream\n%s\nendstream" % (len(packed), packed))
        fonts = b"/F1 %d 0 R/F2 %d 0 R" % tuple(self._fonts)
        self.pages.append(
            self._add(
                b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Resources<</Font<<%s>>>>/Contents %d 0 R>>"
                % (WIDTH, HEIGHT, fonts, content)
            )
        )

    def close(self, title: str, language: str) -> None:
        kids = b" ".join(b"%d 0 R" % page for page in self.pages)
        self._add(b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, len(self.pages)), 2)
        self._add(
            b"<</Type/Catalog/Pages 2 0 R/Lang(%s)/ViewerPreferences<</DisplayDocTitle true>>>>" % language.encode(), 1
        )
        encoded_title = f"\ufeff{title}".encode("utf-16-be").hex()
        info = self._add(b"<</Title <%s>/Producer(Retaguarda)>>" % encoded_title.encode())
        xref_offset, size = self._position, self._next
        self._write(b"xref\n0 %d\n0000000000 65535 f \n" % size)
        for number in range(1, size):
            self._write(b"%010d 00000 n \n" % self._offsets[number])
        self._write(
            b"trailer\n<</Size %d/Root 1 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, info, xref_offset)
        )

    def _add(self, body: bytes, number: int | None = None) -> int:
        if number is None:
            number, self._next = self._next, self._next + 1
        self._offsets[number] = self._position
        self._write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
        return number

    def _write(self, data: bytes) -> None:
        self._position += self._out.write(data)


def _font(name: str) -> bytes:
    return b"<</Type/Font/Subtype/Type1/BaseFont/%s/Encoding/WinAnsiEncoding>>" % name.encode()


def left(x: float, y: float, text: str, size: float, font: str = REGULAR, grey: float = 0) -> str:
    return f"BT {grey:g} g /{font} {size:g} Tf {x:.2f} {y:.2f} Td {_text(text)} Tj ET"


def right(x: float, y: float, text: str, size: float) -> str:
    """Right-aligns at ``x``; for the regular font, whose widths we know."""
    return left(x - width(text, size), y, text, size)


def line(x1: float, x2: float, y: float, grey: float = 0.8) -> str:
    return f"{grey:g} G {x1:.2f} {y:.2f} m {x2:.2f} {y:.2f} l S"


def width(text: str, size: float) -> float:
    return sum(_width(char) for char in text) * size / 1_000


def wrapped(text: str, size: float, widest: float) -> list[str]:
    """Wraps at ``widest`` between words, and within a word that is wider itself."""
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if width(joined, size) <= widest:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for char in word:
            if width(lines[-1] + char, size) > widest:
                lines.append("")
            lines[-1] += char
    return lines


def _width(char: str) -> int:
    index = ord(unicodedata.normalize("NFD", char)[0]) - 32
    return _WIDTHS[index] if 0 <= index < len(_WIDTHS) else _DEFAULT_WIDTH


def _text(text: str) -> str:
    """Encodes a PDF string; characters outside the font become question marks."""
    encodable = text.encode("cp1252", "replace").decode("cp1252")
    return f"({encodable.translate(_ESCAPES)})"


_ESCAPES = str.maketrans({"\\": "\\\\", "(": "\\(", ")": "\\)"})
