"""Fixed-width layouts of Brazilian bank files (CNAB 240 and 400), as data: fields with their places and kinds.

A layout is a base and what a bank does otherwise. Where the places come from: docs/SOURCES.md. A bank's own manual
wins over FEBRABAN's, so a bank without a layout of its own is read by the base in CNAB 240, and not at all in CNAB 400,
which has no standard.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

#: N digits, X text, M money with two decimals that are not written, D a day (DDMMYYYY or DDMMYY), C a CPF or CNPJ.
Kind = Literal["N", "X", "M", "D", "C"]


@dataclass(frozen=True, slots=True)
class Field:
    """``start`` and ``end`` as Python slices; ``column`` as manuals count, from one."""

    name: str
    start: int
    end: int
    kind: Kind

    @property
    def column(self) -> int:
        return self.start + 1


@dataclass(frozen=True, slots=True)
class Record:
    name: str
    fields: Mapping[str, Field]


@dataclass(frozen=True, slots=True)
class Layout:
    """``occurrences``: code of a bank → what it means, in one vocabulary for all of them. Where a code confirms any instruction,
    ``code/instruction`` says which one (Unicred's CNAB 400)."""

    name: str
    width: int
    bank: str
    records: Mapping[str, Record]
    occurrences: Mapping[str, str]
    #: The paid amount is what was credited, with the fee taken off already (Itaú's CNAB 400).
    paid_is_net_of_fee: bool
    #: Interest and fines stand beside the paid amount and not in it (Banrisul's CNAB 400).
    paid_lacks_additions: bool


class _File(msgspec.Struct):
    width: int
    records: dict[str, list[tuple[str, int, int, Kind]]]
    banks: dict[str, dict[str, list[tuple[str, int, int, Kind]]]]
    occurrences: dict[str, dict[str, str]]
    #: Banks whose codes are all their own: the same digits mean something else there than in the base.
    own_codes: list[str] = []


@cache
def _read(name: str) -> _File:
    return msgspec.json.decode(Path(__file__).with_name(f"{name}.json").read_bytes(), type=_File)


@cache
def layout_of(width: int, bank: str) -> Layout | None:
    """The layout of a bank's returns of collection; None where it has none that is known here."""
    name = f"cnab{width}"
    file = _read(name)
    if width == 400 and bank not in file.banks:
        return None
    records = file.records | file.banks.get(bank, {})
    return Layout(
        name=name,
        width=width,
        bank=bank,
        records={
            key: Record(key, {f[0]: Field(f[0], f[1] - 1, f[2], f[3]) for f in of}) for key, of in records.items()
        },
        occurrences=({} if bank in file.own_codes else file.occurrences["base"]) | file.occurrences.get(bank, {}),
        paid_is_net_of_fee=width == 400 and bank == "341",
        paid_lacks_additions=width == 400 and bank == "041",
    )


#: Banks whose payment files are laid out by FEBRABAN's base, or by it with what they do otherwise.
_PAYING = ("001", "033", "077", "104", "208", "237", "341", "422", "748", "756")


@cache
def payment_layout_of(bank: str) -> Layout | None:
    """The layout of a bank's payment files; None where it has none that is known here."""
    if bank not in _PAYING:
        return None
    file = _read("payments240")
    records = file.records | file.banks.get(bank, {})
    return Layout(
        name="cnab240",
        width=240,
        bank=bank,
        records={
            key: Record(key, {f[0]: Field(f[0], f[1] - 1, f[2], f[3]) for f in of}) for key, of in records.items()
        },
        occurrences=({} if bank in file.own_codes else file.occurrences["base"]) | file.occurrences.get(bank, {}),
        paid_is_net_of_fee=False,
        paid_lacks_additions=False,
    )
