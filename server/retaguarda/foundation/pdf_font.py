"""Noto Sans (SIL Open Font License 1.1, package fontpkg-noto-sans): how wide its letters are, and the part of it that a PDF embeds.

Only what a receipt needs of the OpenType format is read: outlines (glyf), advances (hmtx) and which letter has which (cmap).
"""

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

NAME = "RTGRDA+NotoSans"
_FILE = "files/NotoSans[wdth,wght].ttf"
#: A glyph may be put together of others (OpenType, glyf: flags of a component).
_WORDS, _SCALE, _MORE, _XY_SCALE, _TWO_BY_TWO = 0x1, 0x8, 0x20, 0x40, 0x80
#: What is kept beside the outlines; without the tables of variations its default instance is left, the regular one.
_KEPT = ("cvt ", "fpgm", "head", "hhea", "maxp", "prep")
_LAST_OF_BMP = 0xFFFF


@dataclass(frozen=True, slots=True)
class Font:
    """``glyphs``: the glyph of each letter of the Basic Multilingual Plane that the font has. ``advances`` in font units."""

    tables: dict[str, bytes]
    glyphs: dict[int, int]
    advances: list[int]
    places: list[int]
    units: int

    def width(self, code: int) -> int:
        """Thousandths of the size."""
        return round(self.advances[self.glyphs[code]] * 1_000 / self.units)

    def metrics(self) -> tuple[tuple[int, int, int, int], int, int]:
        """Box of all letters, ascent and descent, in thousandths."""
        box = struct.unpack_from(">4h", self.tables["head"], 36)
        ascent, descent = struct.unpack_from(">2h", self.tables["hhea"], 4)
        left, low, right, high = (value * 1_000 // self.units for value in box)
        return (left, low, right, high), ascent * 1_000 // self.units, descent * 1_000 // self.units

    def subset(self, codes: Iterable[int]) -> bytes:
        """The font with the outlines of these letters only; every glyph keeps its number."""
        kept = self._with_parts({0, *(self.glyphs[code] for code in codes)})
        outlines, places, advances = bytearray(), list[int](), bytearray()
        for glyph in range(len(self.places) - 1):
            places.append(len(outlines))
            if glyph in kept:
                outlines += self._outline(glyph)
                outlines += bytes(-len(outlines) % 4)
            advances += struct.pack(">Hh", self.advances[glyph] if glyph in kept else 0, 0)
        places.append(len(outlines))
        tables = {name: self.tables[name] for name in _KEPT if name in self.tables}
        tables["glyf"], tables["hmtx"] = bytes(outlines), bytes(advances)
        tables["loca"] = struct.pack(f">{len(places)}I", *places)
        # Places of four bytes, and an advance for every glyph.
        tables["head"] = tables["head"][:50] + struct.pack(">h", 1) + tables["head"][52:]
        tables["hhea"] = tables["hhea"][:34] + struct.pack(">H", len(places) - 1)
        return _packed(tables)

    def _outline(self, glyph: int) -> bytes:
        return self.tables["glyf"][self.places[glyph] : self.places[glyph + 1]]

    def _with_parts(self, glyphs: set[int]) -> set[int]:
        found, waiting = set[int](), list(glyphs)
        while waiting:
            glyph = waiting.pop()
            if glyph not in found:
                found.add(glyph)
                waiting += _components(self._outline(glyph))
        return found


@cache
def noto_sans() -> Font:
    """Read once a process, when the first letter that needs it is written."""
    data = files("fontpkg_noto_sans").joinpath(_FILE).read_bytes()
    tables = dict[str, bytes]()
    for number in range(struct.unpack_from(">H", data, 4)[0]):
        name, _, begin, length = struct.unpack_from(">4s3I", data, 12 + 16 * number)
        tables[name.decode()] = data[begin : begin + length]
    count = struct.unpack_from(">H", tables["maxp"], 4)[0]
    (long,) = struct.unpack_from(">h", tables["head"], 50)
    raw = struct.unpack(f">{count + 1}{'I' if long else 'H'}", tables["loca"][: (count + 1) * (4 if long else 2)])
    places = list(raw) if long else [place * 2 for place in raw]
    (own,) = struct.unpack_from(">H", tables["hhea"], 34)
    advances = [struct.unpack_from(">H", tables["hmtx"], 4 * min(glyph, own - 1))[0] for glyph in range(count)]
    (units,) = struct.unpack_from(">H", tables["head"], 18)
    kept = {name: table for name, table in tables.items() if name in (*_KEPT, "glyf")}
    return Font(kept, _letters(tables["cmap"]), advances, places, units)


def _letters(cmap: bytes) -> dict[int, int]:
    """Letter → glyph, from the table of format 12 (whole Unicode), else 4."""
    starts = {struct.unpack_from(">I", cmap, 8 + 8 * n)[0] for n in range(struct.unpack_from(">H", cmap, 2)[0])}
    formats = {struct.unpack_from(">H", cmap, start)[0]: start for start in starts}
    found = dict[int, int]()
    if 12 in formats:
        start = formats[12]
        for group in range(struct.unpack_from(">I", cmap, start + 12)[0]):
            first, last, glyph = struct.unpack_from(">3I", cmap, start + 16 + 12 * group)
            found |= {code: glyph + code - first for code in range(first, min(last, _LAST_OF_BMP) + 1)}
        return found
    start = formats[4]
    (twice,) = struct.unpack_from(">H", cmap, start + 6)
    for segment in range(0, twice, 2):
        ends, begins, deltas, offsets = (start + 14, start + 16 + twice, start + 16 + 2 * twice, start + 16 + 3 * twice)
        last, first, delta, offset = (
            struct.unpack_from(">H", cmap, at + segment)[0] for at in (ends, begins, deltas, offsets)
        )
        for code in range(first, min(last, _LAST_OF_BMP - 1) + 1):
            glyph = code
            if offset:
                (glyph,) = struct.unpack_from(">H", cmap, offsets + segment + offset + 2 * (code - first))
            if glyph or not offset:
                found[code] = (glyph + delta) & 0xFFFF
    return {code: glyph for code, glyph in found.items() if glyph}


def _components(outline: bytes) -> list[int]:
    """The glyphs that this one is put together of; none for one with contours of its own."""
    if len(outline) < 10 or struct.unpack_from(">h", outline)[0] >= 0:
        return []
    found, at, flags = list[int](), 10, _MORE
    while flags & _MORE:
        flags, glyph = struct.unpack_from(">2H", outline, at)
        found.append(glyph)
        at += 8 if flags & _WORDS else 6
        at += 2 if flags & _SCALE else 4 if flags & _XY_SCALE else 8 if flags & _TWO_BY_TWO else 0
    return found


def _packed(tables: dict[str, bytes]) -> bytes:
    """A font file of these tables, in the order of their names."""
    count = len(tables)
    power = count.bit_length() - 1
    head = struct.pack(">I4H", 0x00010000, count, 16 << power, power, 16 * count - (16 << power))
    directory, body, at = bytearray(), bytearray(), 12 + 16 * count
    for name, table in sorted(tables.items()):
        whole = table + bytes(-len(table) % 4)
        total = sum(struct.unpack(f">{len(whole) // 4}I", whole)) & 0xFFFFFFFF
        directory += struct.pack(">4s3I", name.encode(), total, at + len(body), len(table))
        body += whole
    return bytes(head + directory + body)
