"""Reads what a line says where it was written by other rules than its file names: codes in other places, accounts in another bank's form."""

from collections.abc import Mapping

from retaguarda.bank_book.check_digits import RULES
from retaguarda.bank_book.model import DigitRule
from retaguarda.payouts.return_files.find_witness import SentOrder
from retaguarda.providers.bankfiles import meaning_of, payment_layout_of

_PAID = "00"
_PLACES = 10
#: Of the 23 places from the payee's bank on: where the check digit of the account stands by FEBRABAN's base, and by Itaú.
_BASE, _ITAU = 21, 22
_RULES: Mapping[str, DigitRule] = {"001": "banco_do_brasil", "341": "itau", "237": "bradesco", "033": "santander"}


def misplaced_codes(codes: str) -> bool:
    """Whether the code of payment stands alone, and not in the first place for codes."""
    return codes.strip() == _PAID and not codes.startswith(_PAID) and len(codes) <= _PLACES


def read_by_other_layout(account: str, codes: str, order: SentOrder, bank: str) -> str | None:
    """Return what the codes mean at the bank that got the order, where the payee's account shows that the line is in that bank's layout.

    The check digit decides: Itaú writes it one place further than FEBRABAN's base. None: nothing shows it.

    Args:
        bank: the bank that the file names.
    """
    if bank == order.bank or "341" not in (bank, order.bank):
        return None
    here, there = (_BASE, _ITAU) if order.bank == "341" else (_ITAU, _BASE)
    text = account.ljust(23)
    if text[there] != order.number[-1:] or text[here].strip() or not _digit_holds(text, there):
        return None
    layout = payment_layout_of(order.bank)
    return meaning_of(layout, codes.ljust(_PLACES))[0] if layout is not None else None


def _digit_holds(text: str, at: int) -> bool:
    """Whether the account's check digit is right by the rule of the payee's bank; False where no rule is known."""
    name = _RULES.get(text[:3])
    branch, number = text[3:8], text[9:21]
    if name is None or not (branch.isdigit() and number.isdigit()):
        return False
    rule = RULES[name]
    short = number.lstrip("0").zfill(rule.length)
    return len(short) == rule.length and rule.digit(branch[-4:], short) == text[at]
