"""What a return file says: of itself, and entry by entry."""

from dataclasses import dataclass, field
from datetime import date

from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.providers.bankfiles.layouts import Layout
from retaguarda.providers.bankfiles.lines import Tolerances

#: What an occurrence means for money: a title was paid, and the bank has or will credit it.
PAID = ("paid", "paid_after_write_off", "paid_at_registry", "partly_paid")
#: The payer has paid, but whether the money came is for a person to find out.
UNSURE = ("paid_by_cheque", "paid_discounted", "payment_unclear")
#: A payment was taken back.
REVERSED = ("payment_reversed", "cheque_returned")


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
    ``paid``: what came or was taken back; nothing where the occurrence is no payment, whatever the bank writes in its place.
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
    """A CPF (11) or CNPJ (14; letters since 2026) out of the fifteen places it may fill. ``kind``: 1 CPF, 2 CNPJ; where the bank
    does not say, check digits do."""
    if not text.strip("0"):
        return ""
    if not kind and text.startswith("000") and _is_document(text[-11:]) and not _is_document(text[-14:]):
        return text[-11:]
    return text[-11:] if kind == "1" else text[-14:]


def _is_document(text: str) -> bool:
    try:
        parse(text)
    except DocumentError:
        return False
    return True
