"""What the book knows of a bank."""

from datetime import datetime
from typing import Literal, get_args

import msgspec

#: How a bank computes the check digit of an account; ``none``: its rule is not certain, and only the form is checked.
DigitRule = Literal["none", "banco_do_brasil", "itau", "bradesco", "santander", "caixa"]
DIGIT_RULES: tuple[DigitRule, ...] = get_args(DigitRule)


class AccountRule(msgspec.Struct, frozen=True):
    """What a branch and an account of a bank look like. ``number_least`` and ``number_most``: digits of the account
    without its check digit."""

    branch_most: int = 4
    number_least: int = 1
    number_most: int = 19
    digit_rule: DigitRule = "none"


class Bank(msgspec.Struct, frozen=True):
    """``ispb`` has eight characters and ``compe`` three digits, both text because of leading zeros. ``pix``: the bank
    takes part in Pix. ``ted``: it takes part in STR, over which a TED goes."""

    ispb: str
    compe: str | None
    name: str
    long_name: str
    pix: bool
    ted: bool


class BankEntry(Bank, frozen=True, kw_only=True):
    """A bank as the book keeps it. ``listed``: it is in the newest list."""

    listed: bool
    branch_most: int
    number_least: int
    number_most: int
    digit_rule: DigitRule
    updated_at: datetime

    @property
    def rule(self) -> AccountRule:
        return AccountRule(self.branch_most, self.number_least, self.number_most, self.digit_rule)
