"""Look up banks in the bundled list. Source: docs/SOURCES.md."""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec

_FILE = Path(__file__).with_name("bancos-brasileiros.json")


class Bank(msgspec.Struct, frozen=True):
    """``ispb`` has eight characters and ``compe`` three digits, both text because of leading zeros. ``pix``: the bank
    takes part in Pix."""

    ispb: str
    compe: str | None
    name: str
    long_name: str
    pix: bool


class _Written(msgspec.Struct):
    """One bank in the field names of the JSON file."""

    ISPB: str
    COMPE: str | None = None
    LongName: str | None = None
    ShortName: str | None = None
    PixType: str | None = None


@dataclass(frozen=True, slots=True)
class _Listed:
    bank: Bank
    words: str


@lru_cache(1)
def _book() -> tuple[_Listed, ...]:
    written = msgspec.json.decode(_FILE.read_bytes().removeprefix(b"\xef\xbb\xbf"), type=list[_Written])
    return tuple(_listed(each) for each in written if each.ISPB)


def _listed(written: _Written) -> _Listed:
    name = written.ShortName or written.LongName or written.ISPB
    bank = Bank(written.ISPB, written.COMPE or None, name, written.LongName or name, bool(written.PixType))
    return _Listed(bank, folded(f"{bank.name} {bank.long_name}"))


def folded(text: str) -> str:
    """Lower-case a text and strip its accents, so that search matches what people type."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))


@lru_cache(1)
def _by_ispb() -> dict[str, Bank]:
    return {listed.bank.ispb: listed.bank for listed in _book()}


def bank_of(ispb: str) -> Bank | None:
    return _by_ispb().get(ispb)


def bank_by_code(code: str) -> Bank | None:
    """Find a bank by either of its codes.

    Args:
        code: ISPB (8 characters) or COMPE (3 digits).
    """
    return bank_of(code) or next((listed.bank for listed in _book() if listed.bank.compe == code), None)


def search(text: str, most: int) -> list[Bank]:
    """Return the banks whose code (COMPE, ISPB) starts with the text or whose names contain every word: Pix
    participants first, then by name."""
    wanted = folded(text).split()
    code = "".join(wanted).upper()
    found = [
        (not listed.bank.pix, listed.bank.compe != code, not listed.words.startswith(" ".join(wanted)), listed)
        for listed in _book()
        if _fits(listed, wanted, code)
    ]
    found.sort(key=lambda each: (each[1], each[0], each[2], each[3].words))
    return [each[3].bank for each in found[:most]]


def _fits(listed: _Listed, wanted: list[str], code: str) -> bool:
    if not wanted:
        return True
    bank = listed.bank
    if bank.ispb.startswith(code) or (bank.compe or "").startswith(code):
        return True
    return all(word in listed.words for word in wanted)
