"""Check branch and account numbers, and the check digits of the banks whose rule is certain.

At any bank a branch has at most 4 digits and an account at most 20 (API Pix, DadosBancariosRecebedor); the book of banks
may say less. A letter as check digit is sent as 0. Current accounts of Banco do Brasil, Itaú, Bradesco, Santander and
Caixa are checked by the rules below; all others by their form alone.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from retaguarda.bank_book.model import AccountRule, DigitRule

_FORM = re.compile(r"[0-9]{1,19}")
_DIGIT = re.compile(r"[0-9XP]")
_BRANCH = re.compile(r"[0-9]{1,4}")


#: Error key → the field that is wrong.
PROBLEMS = {
    "branch_invalid": "branch",
    "account_number_invalid": "number",
    "account_digit_invalid": "digit",
    "account_digit_wrong": "digit",
}


class NumberRefused(ValueError):
    """The number is not valid; ``key`` is one of PROBLEMS."""

    def __init__(self, key: str) -> None:
        super().__init__(f"{PROBLEMS[key]}: {key}")
        self.key = key


@dataclass(frozen=True, slots=True)
class Rule:
    """``length`` of the account without its check digit; ``digit`` computes the check digit from the branch (4 digits)
    and the account, both zero-padded.

    ``whole``: the account must be given in full length; a shorter number lacks its leading part and cannot be checked.
    """

    length: int
    digit: Callable[[str, str], str]
    whole: bool = False


def _sum(digits: str, weights: Sequence[int]) -> int:
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=True))


def _banco_do_brasil(branch: str, account: str) -> str:
    """Modulo 11, weights 9 to 2; 10 is written as X, 11 as 0."""
    digit = 11 - _sum(account, range(9, 1, -1)) % 11
    return {10: "X", 11: "0"}.get(digit, str(digit))


def _itau(branch: str, account: str) -> str:
    """Modulo 10 over branch and account, weights 2 1 2 1 …, adding the digits of each product."""
    products = [int(digit) * (2 - position % 2) for position, digit in enumerate(branch + account)]
    return str(-sum(product // 10 + product % 10 for product in products) % 10)


def _bradesco(branch: str, account: str) -> str:
    """Modulo 11, weights 2 7 6 5 4 3 2; remainder 1 is written as P (some write 0), remainder 0 as 0."""
    rest = _sum(account, (2, 7, 6, 5, 4, 3, 2)) % 11
    return {0: "0", 1: "P"}.get(rest, str(11 - rest))


def _santander(branch: str, account: str) -> str:
    """Add the last digit of each product of branch, 00 and account with 9 7 3 1 0 0 9 7 1 3 1 9 7 3, modulo 10."""
    weights = (9, 7, 3, 1, 0, 0, 9, 7, 1, 3, 1, 9, 7, 3)
    last = sum(int(d) * w % 10 for d, w in zip(f"{branch}00{account}", weights, strict=True))
    return str(-last % 10)


def _caixa(branch: str, account: str) -> str:
    """Ten times the sum modulo 11, weights 8 to 2 and 9 to 2; 10 becomes 0. The account begins with its operation
    (three digits)."""
    digit = _sum(branch + account, (*range(8, 1, -1), *range(9, 1, -1))) * 10 % 11
    return "0" if digit == 10 else str(digit)


RULES: Mapping[DigitRule, Rule] = {
    "banco_do_brasil": Rule(8, _banco_do_brasil),
    "itau": Rule(5, _itau),
    "bradesco": Rule(7, _bradesco),
    "santander": Rule(8, _santander),
    "caixa": Rule(11, _caixa, whole=True),
}
CHECKED_TYPE = "CACC"


def checked(form: AccountRule, account_type: str, branch: str, account: str, digit: str) -> str:
    """Return the account number as it is sent to the provider: with its check digit, a letter replaced by 0.

    Args:
        form: what an account of the bank looks like.
        account: without the check digit.
        digit: the check digit, or X or P where the bank writes a letter.

    Raises:
        NumberRefused: the form or the check digit is wrong.
    """
    if not _BRANCH.fullmatch(branch) or len(branch) > form.branch_most:
        raise NumberRefused("branch_invalid")
    if not _FORM.fullmatch(account) or not form.number_least <= len(account) <= form.number_most:
        raise NumberRefused("account_number_invalid")
    if not _DIGIT.fullmatch(digit):
        raise NumberRefused("account_digit_invalid")
    rule = RULES.get(form.digit_rule) if account_type == CHECKED_TYPE else None
    if rule is not None and _wrong(rule, branch, account, digit):
        raise NumberRefused("account_digit_wrong")
    return account + (digit if digit.isdigit() else "0")


def _wrong(rule: Rule, branch: str, account: str, digit: str) -> bool:
    number = account if rule.whole else account.lstrip("0").zfill(rule.length)
    if len(number) != rule.length:
        # Another length means another kind of account, whose rule is not certain.
        return False
    expected = rule.digit(branch.zfill(4), number)
    # Where a bank writes a letter, people also write 0.
    return digit != expected and not (digit == "0" and not expected.isdigit())
