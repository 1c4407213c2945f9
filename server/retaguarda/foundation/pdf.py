"""PDF files (ISO 32000-1), written as they grow, in the letters that every reader of PDF has: Helvetica, WinAnsi.

Letters that those lack come from Noto Sans (Latin, Greek, Cyrillic and more), of which the file embeds what it uses. Letters of any
other script are drawn in Latin ones; whoever copies, searches or hears the text gets them as they were written.

Objects stand one after another; their places and the tree of pages come at the end. The origin of a page is its lower
left corner; lengths are points.
"""

import re
import unicodedata
import zlib
from collections.abc import Sequence
from itertools import groupby
from typing import IO

import segno
from anyascii import anyascii

from retaguarda.foundation.pdf_font import NAME, noto_sans

MEDIA_TYPE = "application/pdf"
#: A4.
WIDTH, HEIGHT, MARGIN = 595, 842, 42
REGULAR, BOLD = "F1", "F2"
#: Noto Sans; the number of a letter in it is its place in Unicode.
_WIDE = "F3"
_WIDE_TEXT = re.compile(r"<([0-9A-F]+)> Tj")
#: Modules of light around a QR code (ISO/IEC 18004), and a run of dark ones.
_QUIET_ZONE = 4
_DARK = re.compile(rb"\x01+")
#: Drawn where a letter has no Latin ones either.
_UNKNOWN = "*"

#: Widths of Helvetica from space to tilde, in thousandths of its size (Adobe's metrics). A letter with an accent is as wide as without.
_WIDTHS = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
    556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]  # fmt: skip
#: Of what is neither: a guess on the wide side.
_OTHER = 667


class PdfFile:
    """Numbers objects, and knows where each begins."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        # 1: the catalogue, 2: the tree of pages; both are known at the end only.
        self._places: dict[int, int] = {}
        self._next = 3
        self.pages = list[int]()
        self._at = 0
        self._write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        self._fonts = [self._add(_font(name)) for name in ("Helvetica", "Helvetica-Bold")]
        #: The letters of Noto Sans that the pages use, and the number kept for it since the first of them.
        self._codes = set[int]()
        self._wide: int | None = None

    def page(self, drawing: Sequence[str]) -> None:
        """One page of what left(), right() and line() answer."""
        content = "\n".join(drawing)
        self._note_letters(content)
        packed = zlib.compress(content.encode("cp1252"))
        content = self._add(b"<</Length %d/Filter/FlateDecode>>\nstream\n%s\nendstream" % (len(packed), packed))
        fonts = b"/F1 %d 0 R/F2 %d 0 R" % tuple(self._fonts)
        if self._wide is not None:
            fonts += b"/%s %d 0 R" % (_WIDE.encode(), self._wide)
        self.pages.append(
            self._add(
                b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Resources<</Font<<%s>>>>/Contents %d 0 R>>"
                % (WIDTH, HEIGHT, fonts, content)
            )
        )

    def _note_letters(self, content: str) -> None:
        known = noto_sans().glyphs if f"/{_WIDE}" in content else {}
        texts = (match[1] for match in _WIDE_TEXT.finditer(content))
        codes = {int(text[at : at + 4], 16) for text in texts for at in range(0, len(text), 4)} & known.keys()
        if codes and self._wide is None:
            self._wide, self._next = self._next, self._next + 1
        self._codes |= codes

    def _embed(self, number: int) -> None:
        """Write the letters of Noto Sans that were used, as a font whose letters are numbered by Unicode (ISO 32000-1, 9.7)."""
        font, codes = noto_sans(), sorted(self._codes)
        box, ascent, descent = font.metrics()
        outlines = font.subset(codes)
        numbers = bytearray(2 * (codes[-1] + 1))
        for code in codes:
            numbers[2 * code : 2 * code + 2] = font.glyphs[code].to_bytes(2, "big")
        file = self._stream(outlines, b"/Length1 %d" % len(outlines))
        descriptor = self._add(
            b"<</Type/FontDescriptor/FontName/%s/Flags 32/FontBBox[%d %d %d %d]/ItalicAngle 0/Ascent %d/Descent %d"
            b"/CapHeight 714/StemV 80/FontFile2 %d 0 R>>" % (NAME.encode(), *box, ascent, descent, file)
        )
        widths = " ".join(f"{code}[{font.width(code)}]" for code in codes).encode()
        letters = self._add(
            b"<</Type/Font/Subtype/CIDFontType2/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            b"/FontDescriptor %d 0 R/DW 600/W[%s]/CIDToGIDMap %d 0 R>>"
            % (NAME.encode(), descriptor, widths, self._stream(bytes(numbers)))
        )
        unicode = self._stream(_to_unicode(codes))
        self._add(
            b"<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>"
            % (NAME.encode(), letters, unicode),
            number,
        )

    def _stream(self, data: bytes, more: bytes = b"") -> int:
        packed = zlib.compress(data)
        return self._add(b"<</Length %d/Filter/FlateDecode%s>>\nstream\n%s\nendstream" % (len(packed), more, packed))

    def close(self, title: str, language: str) -> None:
        if self._wide is not None:
            self._embed(self._wide)
        kids = b" ".join(b"%d 0 R" % page for page in self.pages)
        self._add(b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, len(self.pages)), 2)
        self._add(
            b"<</Type/Catalog/Pages 2 0 R/Lang(%s)/ViewerPreferences<</DisplayDocTitle true>>>>" % language.encode(), 1
        )
        titled = f"\ufeff{title}".encode("utf-16-be").hex()
        info = self._add(b"<</Title <%s>/Producer(Retaguarda)>>" % titled.encode())
        begin, size = self._at, self._next
        self._write(b"xref\n0 %d\n0000000000 65535 f \n" % size)
        for number in range(1, size):
            self._write(b"%010d 00000 n \n" % self._places[number])
        self._write(b"trailer\n<</Size %d/Root 1 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, info, begin))

    def _add(self, body: bytes, number: int | None = None) -> int:
        if number is None:
            number, self._next = self._next, self._next + 1
        self._places[number] = self._at
        self._write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
        return number

    def _write(self, data: bytes) -> None:
        self._at += self._out.write(data)


def _font(name: str) -> bytes:
    return b"<</Type/Font/Subtype/Type1/BaseFont/%s/Encoding/WinAnsiEncoding>>" % name.encode()


def left(x: float, y: float, text: str, size: float, font: str = REGULAR, grey: float = 0) -> str:
    return f"BT {grey:g} g /{font} {size:g} Tf {x:.2f} {y:.2f} Td {_text(text, size, font)} ET"


def right(x: float, y: float, text: str, size: float) -> str:
    """Ends at ``x``; for the regular font, whose widths are known."""
    return left(x - width(text, size), y, text, size)


def line(x1: float, x2: float, y: float, grey: float = 0.8) -> str:
    return f"{grey:g} G {x1:.2f} {y:.2f} m {x2:.2f} {y:.2f} l S"


def qr_code(text: str, x: float, y: float, side: float) -> list[str]:
    """A QR code with its quiet zone, in a square from (x, y) up: a rectangle for each run of dark modules."""
    rows = [bytes(row) for row in segno.make(text, error="m", micro=False).matrix_iter(border=_QUIET_ZONE)]
    module = side / len(rows)
    drawn = ["0 g"]
    for at, row in enumerate(rows):
        for run in _DARK.finditer(row):
            begin, end = run.span()
            corner = f"{x + begin * module:.2f} {y + side - (at + 1) * module:.2f}"
            drawn.append(f"{corner} {(end - begin) * module:.2f} {module:.2f} re f")
    return drawn


def width(text: str, size: float) -> float:
    return sum(_width(letter, font) for letter, font in _fonts(text)) * size / 1_000


def wrapped(text: str, size: float, widest: float) -> list[str]:
    """The text in lines no wider than ``widest``, broken between words, and within one that is wider itself."""
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if width(joined, size) <= widest:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if width(lines[-1] + letter, size) > widest:
                lines.append("")
            lines[-1] += letter
    return lines


def _width(letter: str, font: str) -> int:
    if font == _WIDE:
        return noto_sans().width(ord(letter))
    if not font:
        return sum(_width(drawn, REGULAR) for drawn in _latin(letter))
    place = ord(unicodedata.normalize("NFD", letter)[0]) - 32
    return _WIDTHS[place] if 0 <= place < len(_WIDTHS) else _OTHER


def _fonts(text: str) -> list[tuple[str, str]]:
    """Each letter with its font. Where one letter needs Noto Sans, the whole text has it, as far as it goes."""
    own = [(letter, _font_of(letter)) for letter in text]
    if not any(font == _WIDE for _, font in own):
        return own
    return [(letter, _WIDE if ord(letter) in noto_sans().glyphs else font) for letter, font in own]


def _font_of(letter: str) -> str:
    """F1 for what Helvetica has, F3 for what Noto Sans has; nothing for a letter of neither."""
    try:
        letter.encode("cp1252")
    except UnicodeEncodeError:
        return _WIDE if ord(letter) in noto_sans().glyphs else ""
    return REGULAR


def _latin(letters: str) -> str:
    return "".join(anyascii(letter) or _UNKNOWN for letter in letters)


def _text(text: str, size: float, font: str) -> str:
    """The operators that draw a text: each run in the font that has its letters."""
    runs, now = list[str](), font
    for own, letters in groupby(_fonts(text), lambda letter: letter[1]):
        run = "".join(letter for letter, _ in letters)
        wanted = _WIDE if own == _WIDE else font
        if wanted != now:
            runs.append(f"/{wanted} {size:g} Tf")
            now = wanted
        if own == REGULAR:
            runs.append(f"({run.translate(_ESCAPES)}) Tj")
        elif own == _WIDE:
            runs.append(f"<{run.encode('utf-16-be').hex().upper()}> Tj")
        else:
            meant = f"\ufeff{run}".encode("utf-16-be").hex().upper()
            runs.append(f"/Span <</ActualText <{meant}>>> BDC ({_latin(run).translate(_ESCAPES)}) Tj EMC")
    return " ".join(runs) or "() Tj"


def _to_unicode(codes: Sequence[int]) -> bytes:
    """The map from the font's numbers to letters, for whoever copies or searches (ISO 32000-1, 9.10.3)."""
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def",
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
        "1 begincodespacerange <0000> <FFFF> endcodespacerange",
    ]
    for at in range(0, len(codes), 100):
        some = codes[at : at + 100]
        lines += [f"{len(some)} beginbfchar", *(f"<{code:04X}> <{code:04X}>" for code in some), "endbfchar"]
    lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
    return "\n".join(lines).encode()


_ESCAPES = str.maketrans({"\\": "\\\\", "(": "\\(", ")": "\\)"})
