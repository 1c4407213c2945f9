"""Validate the input for a bank account (bank, number, Pix key, holder) and insert the row."""

from collections.abc import Mapping
from typing import Any, Literal
from uuid import UUID

import psycopg

from retaguarda.account.bank_accounts.model import AccountInput, BankAccountInput, KeyInput
from retaguarda.account.withdrawals.request_withdrawal import load_terms
from retaguarda.bank_book.check_digits import PROBLEMS, NumberRefused, checked
from retaguarda.bank_book.model import BankEntry
from retaguarda.bank_book.queries import bank_by_ispb
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.providers.pix.keys import KeyRefused, normal_key

#: The first eight characters of a CNPJ identify the company; the rest identifies the establishment.
_ROOT = 8
_CNPJ = 14
#: By what money goes to an account.
Method = Literal["pix", "ted"]


async def read_account(tx: Tx, given: BankAccountInput, company_document: str) -> dict[str, Any]:
    """Validate the input and return the columns of the bank account.

    Raises:
        ApiError: 400 naming the field that is wrong.
    """
    nickname, holder = given.nickname.strip(), given.holder_name.strip()
    for field, text in (("nickname", nickname), ("holder_name", holder)):
        if not text or not text.isprintable():
            raise invalid_field(field, "invalid", f"{field} must be a line of text")
    document = read_document(given.holder_document)
    destination = await read_destination(tx, given.account, given.key)
    if destination.get("ispb") == await tx.value("select house_ispb()"):
        raise invalid_field("account.ispb", "bank_unknown", "an account with us is no bank account to withdraw to")
    return {
        "nickname": nickname,
        "holder_name": holder,
        "holder_document": document,
        "ownership": "own" if _same_owner(document, company_document) else "trusted",
        **dict.fromkeys(("ispb", "compe", "bank_name", "branch", "number", "account_type", "pix_key", "pix_key_kind")),
        **destination,
    }


async def write_account(tx: Tx, company: int, columns: Mapping[str, Any], person: UUID | None) -> UUID:
    """Insert a bank account that awaits verification, with its cooling-off period, and return its id.

    Args:
        columns: as read_account() returns them.

    Raises:
        ApiError: 409 ``bank_account_known``.
    """
    terms = await load_terms(tx, company)
    account = uuid7()
    row = {**columns, "company": company, "id": account, "person": person, "hours": terms["cooling_off_hours"]}
    await tx.execute("savepoint adding")
    try:
        await tx.execute(_INSERT, row)
    except psycopg.errors.UniqueViolation:
        await tx.execute("rollback to savepoint adding")
        raise ApiError(409, "bank_account_known", "this merchant has this account already") from None
    return account


# Round the cooling-off up to whole minutes, as screens and refusals show it; with 0 hours the account is usable at
# once.
_INSERT = """
    insert into bank_account (company_id, id, nickname, kind, ownership, ispb, compe, bank_name, branch, number, account_type,
                              pix_key, pix_key_kind, holder_name, holder_document, status, usable_from, created_by)
    values (%(company)s, %(id)s, %(nickname)s, %(kind)s, %(ownership)s, %(ispb)s, %(compe)s, %(bank_name)s, %(branch)s,
            %(number)s, %(account_type)s, %(pix_key)s, %(pix_key_kind)s, %(holder_name)s, %(holder_document)s,
            'pending_verification', date_trunc('minute', now() + make_interval(hours => %(hours)s, secs => 59.999999 * least(%(hours)s, 1))), %(person)s)
"""


def read_document(text: str) -> str:
    """Return a CPF or CNPJ without punctuation.

    Raises:
        ApiError: 400 ``holder_document``.
    """
    try:
        return parse(text).value
    except DocumentError as error:
        raise invalid_field("holder_document", "document_invalid", f"no CPF and no CNPJ: {error}") from None


def _same_owner(document: str, company: str) -> bool:
    return len(document) == _CNPJ and document[:_ROOT] == company[:_ROOT]


async def read_destination(
    tx: Tx, account: AccountInput | None, key: KeyInput | None, method: Method = "pix"
) -> dict[str, Any]:
    """Validate where money goes and return its columns: of an account, or of a Pix key.

    Args:
        method: by what it goes; the bank of an account takes part in that.

    Raises:
        ApiError: 400 naming the field that is wrong.
    """
    bank = await bank_by_ispb(tx, _ispb(account)) if account is not None else None
    return destination_columns({} if bank is None else {bank.ispb: bank}, account, key, method)


def destination_columns(
    banks: Mapping[str, BankEntry], account: AccountInput | None, key: KeyInput | None, method: Method = "pix"
) -> dict[str, Any]:
    """As read_destination(), for whoever has the book of banks at hand and reads many."""
    if account is not None and key is None:
        return _account_columns(banks.get(_ispb(account)), account, method)
    if key is not None and account is None:
        return _key_columns(key)
    raise ApiError(400, {"account": ["account_or_key"]}, "give either the account or its Pix key")


def _ispb(given: AccountInput) -> str:
    return given.ispb.strip().upper()


def _account_columns(bank: BankEntry | None, given: AccountInput, method: Method) -> dict[str, Any]:
    if bank is None or not bank.listed:
        raise invalid_field("account.ispb", "bank_unknown", "no bank has this ISPB; see GET /v1/banks")
    if method == "ted" and not bank.ted:
        raise invalid_field("account.ispb", "bank_without_ted", f"{bank.name} takes no TED")
    if method == "pix" and not bank.pix:
        raise invalid_field("account.ispb", "bank_without_pix", f"{bank.name} takes no part in Pix")
    branch, account, digit = (text.strip().upper() for text in (given.branch, given.number, given.digit))
    try:
        number = checked(bank.rule, given.account_type, branch, account, digit)
    except NumberRefused as refused:
        raise invalid_field(f"account.{PROBLEMS[refused.key]}", refused.key, str(refused)) from None
    return {
        "kind": "account",
        "ispb": bank.ispb,
        "compe": bank.compe,
        "bank_name": bank.name,
        "branch": branch,
        "number": number,
        "account_type": given.account_type,
    }


def _key_columns(given: KeyInput) -> dict[str, Any]:
    try:
        key = normal_key(given.kind, given.value)
    except KeyRefused as refused:
        raise invalid_field("key.value", "pix_key_invalid", str(refused)) from None
    return {"kind": "key", "pix_key": key, "pix_key_kind": given.kind}
