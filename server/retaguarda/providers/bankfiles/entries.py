"""What a return file says: of itself, and entry by entry."""

from dataclasses import dataclass, field
from datetime import date

from retaguarda.providers.bankfiles.layouts import Layout
from retaguarda.providers.bankfiles.lines import Tolerances


@dataclass(frozen=True, slots=True)
class Header:
    """Who wrote the file, and for whom. ``sequence``: the bank's number of the file (NSA)."""

    bank: str
    bank_name: str
    company_document: str
    company_name: str
    agreement: str
    sequence: int | None
    generated_on: date | None


@dataclass(slots=True)
class Entry:
    """What one title or payment went through. Amounts in centavos.

    ``keys``: what we may have called it, the surest first; ``bank_ref``: what the bank calls it (nosso número).
    ``meaning``: the occurrence in the vocabulary of the layouts; ``other`` for a code that is not known.
    """

    line: int
    offset: int
    lines: int
    segment: str
    occurrence: str
    meaning: str
    keys: tuple[str, ...]
    bank_ref: str
    amount: int
    paid: int
    fee: int
    due_on: date | None
    occurred_on: date | None
    credit_on: date | None
    name: str
    document: str
    reasons: str


@dataclass(slots=True)
class Totals:
    """What was counted, beside what the file says of itself (None: it does not say)."""

    lines: int = 0
    entries: int = 0
    amount: int = 0
    paid: int = 0
    fee: int = 0
    said_lines: int | None = None
    said_entries: int | None = None
    said_amount: int | None = None


@dataclass(slots=True)
class Found:
    """What is known of a file so far."""

    tolerances: Tolerances = field(default_factory=Tolerances)
    totals: Totals = field(default_factory=Totals)
    header: Header | None = None
    layout: Layout | None = None


def keys_of(*names: str) -> tuple[str, ...]:
    """Each name as it is written, and without the zeros that fill it."""
    found = dict[str, None]()
    for name in names:
        if name.strip("0"):
            found |= {name: None, name.lstrip("0"): None}
    return tuple(found)


def document_of(text: str, kind: str = "2") -> str:
    """A CPF (11) or CNPJ (14; letters since 2026) out of the fifteen places it may fill."""
    if not text.strip("0"):
        return ""
    return text[-11:] if kind == "1" else text[-14:]
