"""Who pays whom by a remittance file, and how much."""

from dataclasses import dataclass
from datetime import date
from typing import Literal


class Unwritable(Exception):
    """A value has no place in the file. ``str()`` is one line for a person."""


@dataclass(frozen=True, slots=True)
class Payer:
    """The account that is debited, as the bank knows it."""

    bank: str
    bank_name: str
    agreement: str
    document: str
    name: str
    branch: str
    branch_digit: str
    number: str
    number_digit: str


@dataclass(frozen=True, slots=True)
class Payment:
    """One line: ``reference`` is ours (at most twenty places), ``amount`` in centavos. A slip has its barcode of 44 digits, a Pix a
    key or an account, a TED an account and ``purpose`` (FEBRABAN P011)."""

    method: Literal["pix", "ted", "slip"]
    reference: str
    amount: int
    day: date
    name: str
    document: str
    bank: str = ""
    ispb: str = ""
    branch: str = ""
    number: str = ""
    account_type: str = "CACC"
    key: str = ""
    key_kind: str = ""
    barcode: str = ""
    due_on: date | None = None
    purpose: str = ""
