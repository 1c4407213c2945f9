"""Parses where a line of a batch goes: a Pix key, or an account at a bank that takes part in its way of paying."""

import re
from collections.abc import Mapping
from typing import Any

from retaguarda.account.bank_accounts.add_bank_account import Method
from retaguarda.bank_book.check_digits import PROBLEMS, NumberRefused, checked
from retaguarda.bank_book.model import BankEntry
from retaguarda.payouts.batches.model import PayoutLineProblem
from retaguarda.providers.pix.keys import KEY_KINDS, KeyKind, KeyRefused, normal_key

_KINDS: Mapping[str, KeyKind] = {
    "cpf": "cpf", "cnpj": "cnpj", "telefone": "phone", "celular": "phone", "phone": "phone", "e-mail": "email", "email": "email",
    "aleatória": "evp", "aleatoria": "evp", "random": "evp", "evp": "evp",
}  # fmt: skip
_ACCOUNT_TYPES = {
    "": "CACC", "corrente": "CACC", "cc": "CACC", "cacc": "CACC", "current": "CACC",
    "poupança": "SVGS", "poupanca": "SVGS", "cp": "SVGS", "svgs": "SVGS", "savings": "SVGS",
    "pagamento": "TRAN", "pg": "TRAN", "tran": "TRAN", "payment": "TRAN",
}  # fmt: skip
_EVP = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def read_key(text: str, said: str, document: str | None, problems: list[PayoutLineProblem]) -> dict[str, Any]:
    kind = _KINDS.get(said.lower()) if said else _kind_of(text, document)
    if kind is None:
        problems.append(PayoutLineProblem("pix_key_kind", "key_kind_unknown" if said else "key_kind_needed"))
        return {}
    try:
        return {"kind": "key", "pix_key": normal_key(kind, text), "pix_key_kind": kind}
    except KeyRefused:
        problems.append(PayoutLineProblem("pix_key", "pix_key_invalid"))
        return {}


def _kind_of(text: str, document: str | None) -> KeyKind | None:
    """Return the kind where a key can only be of one; eleven digits are a CPF only where they are the payee's."""
    if "@" in text:
        return "email"
    if text.startswith("+"):
        return "phone"
    if _EVP.fullmatch(text):
        return "evp"
    digits = re.sub(r"[./\s-]", "", text).upper()
    if digits == document:
        return KEY_KINDS[0] if len(digits) == 11 else KEY_KINDS[1]
    return "cnpj" if len(digits) == 14 else None


def read_account(
    given: Mapping[str, str], banks: Mapping[str, BankEntry], method: Method, problems: list[PayoutLineProblem]
) -> dict[str, Any]:
    code = given.get("bank", "").upper()
    bank = banks.get(code.zfill(3)) if code else None
    takes = bank is not None and (bank.ted if method == "ted" else bank.pix)
    if bank is None or not takes:
        problems.append(PayoutLineProblem("bank", f"bank_without_{method}" if bank else "bank_unknown"))
        return {}
    account_type = _ACCOUNT_TYPES.get(given.get("account_type", "").lower())
    if account_type is None:
        problems.append(PayoutLineProblem("account_type", "account_type_unknown"))
        return {}
    branch = given.get("branch", "").partition("-")[0]
    number, dash, digit = given["account"].replace(".", "").upper().rpartition("-")
    if not dash:
        problems.append(PayoutLineProblem("account", "account_digit_missing"))
        return {}
    try:
        whole = checked(bank.rule, account_type, branch, number, digit)
    except NumberRefused as refused:
        field = PROBLEMS[refused.key]
        problems.append(PayoutLineProblem("branch" if field == "branch" else "account", refused.key))
        return {}
    return {
        "kind": "account",
        "ispb": bank.ispb,
        "compe": bank.compe,
        "bank_name": bank.name,
        "branch": branch,
        "account": whole,
        "number": whole,
        "account_type": account_type,
    }
