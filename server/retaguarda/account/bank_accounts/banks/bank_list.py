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


class _FileEntry(msgspec.Struct):
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
def _banks() -> tuple[_Listed, ...]:
    entries = msgspec.json.decode(_FILE.read_bytes().removeprefix(b"\xef\xbb\xbf"), type=list[_FileEntry])
    return tuple(_listed_bank(entry) for entry in entries if entry.ISPB)


def _listed_bank(entry: _FileEntry) -> _Listed:
    name = entry.ShortName or entry.LongName or entry.ISPB
    bank = Bank(entry.ISPB, entry.COMPE or None, name, entry.LongName or name, bool(entry.PixType))
    return _Listed(bank, fold(f"{bank.name} {bank.long_name}"))


def fold(text: str) -> str:
    """Lower-case a text and strip its accents, so that search matches what people type."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))


@lru_cache(1)
def _by_ispb() -> dict[str, Bank]:
    return {listed.bank.ispb: listed.bank for listed in _banks()}


def bank_by_ispb(ispb: str) -> Bank | None:
    return _by_ispb().get(ispb)


def bank_by_code(code: str) -> Bank | None:
    """Find a bank by either of its codes.

    Args:
        code: ISPB (8 characters) or COMPE (3 digits).
    """
    return bank_by_ispb(code) or next((listed.bank for listed in _banks() if listed.bank.compe == code), None)


def search(text: str, limit: int) -> list[Bank]:
    """Return the banks whose code (COMPE, ISPB) starts with the text or whose names contain every word: Pix
    participants first, then by name."""
    wanted = fold(text).split()
    code = "".join(wanted).upper()
    found = [
        (not listed.bank.pix, listed.bank.compe != code, not listed.words.startswith(" ".join(wanted)), listed)
        for listed in _banks()
        if _matches(listed, wanted, code)
    ]
    found.sort(key=lambda match: (match[1], match[0], match[2], match[3].words))
    return [match[3].bank for match in found[:limit]]


def _matches(listed: _Listed, wanted: list[str], code: str) -> bool:
    if not wanted:
        return True
    bank = listed.bank
    if bank.ispb.startswith(code) or (bank.compe or "").startswith(code):
        return True
    return all(word in listed.words for word in wanted)
