"""How a person says what the columns of a CSV are."""

from typing import Literal

import msgspec

from retaguarda.providers.statements.amounts import EXPONENT
from retaguarda.providers.statements.days import pattern_of

#: What a column may be. ``credit`` and ``debit`` are two columns of amounts without a sign; ``sign`` says C or D beside
#: an ``amount`` without one.
Column = Literal[
    "booked_on",
    "value_on",
    "amount",
    "credit",
    "debit",
    "sign",
    "balance",
    "description",
    "reference",
    "own_reference",
    "end_to_end_id",
    "kind",
    "history_code",
    "document",
    "name",
    "tax_document",
    "counter_account",
]
_WORDS = (
    ("C CR CREDIT CRÉDITO CREDITO + ENTRADA", 1),
    ("D DB DR DEBIT DÉBITO DEBITO - SAÍDA SAIDA", -1),
)
#: What a sign column may say.
SIGNS = {word: sign for words, sign in _WORDS for word in words.split()}


class Mapping(msgspec.Struct, frozen=True, kw_only=True):
    """Kept for an account. ``columns``: what → the title in the header row, or the number of the column from one where the
    file has no header row (``header`` False). ``skip``: rows before the header or the first line.

    ``date_form``: DD/MM/YYYY and the like; a time may follow. ``decimal``: the mark before decimals, never guessed.
    """

    account: str
    currency: str
    columns: dict[Column, str | int]
    bank: str = ""
    branch: str = ""
    delimiter: Literal[",", ";", "\t", "|"] = ";"
    decimal: Literal[",", "."] = ","
    date_form: str = "DD/MM/YYYY"
    header: bool = True
    skip: int = 0

    def __post_init__(self) -> None:
        """
        Raises:
            ValueError: the mapping cannot be meant.
        """
        pattern_of(self.date_form)
        columns = set(self.columns)
        if self.currency not in EXPONENT:
            raise ValueError(f"no currency of ISO 4217: {self.currency}")
        if not self.account or "booked_on" not in columns:
            raise ValueError("an account and the column of its booking days are needed")
        if ("amount" in columns) == bool(columns & {"credit", "debit"}):
            raise ValueError("either one column of amounts, or credits and debits")
        if ("credit" in columns) != ("debit" in columns) or ("sign" in columns and "amount" not in columns):
            raise ValueError("credits come with debits, and a sign with amounts")
        places = list(self.columns.values())
        if len(set(places)) != len(places):
            raise ValueError("a column can be only one thing")
        by_number = [isinstance(place, int) for place in places]
        if any(by_number) != (not self.header) or any(by_number) != all(by_number):
            raise ValueError("columns go by title with a header row, and by number without one")
        if any(isinstance(place, int) and not 1 <= place <= 1_000 for place in places) or not 0 <= self.skip <= 1_000:
            raise ValueError("out of range")
