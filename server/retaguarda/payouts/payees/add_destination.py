"""Validates a payee's document and destination, and inserts the destination with its hash."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import psycopg

from retaguarda.account.bank_accounts.add_bank_account import read_account
from retaguarda.account.bank_accounts.model import AccountInput, BankAccountInput, KeyInput
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.payouts.payees.identify_destination import DestinationNames

_PLACE = ("kind", "ispb", "compe", "bank_name", "branch", "number", "account_type", "pix_key", "pix_key_kind")


def read_name(field: str, text: str) -> str:
    """One line of text.

    Raises:
        ApiError: 400 naming the field.
    """
    line = " ".join(text.split(" ")).strip()
    if not line or not line.isprintable():
        raise invalid_field(field, "invalid", f"{field} must be a line of text")
    return line


def read_document(text: str) -> str:
    """A CPF or CNPJ without punctuation.

    Raises:
        ApiError: 400 ``document_invalid``.
    """
    try:
        return parse(text).value
    except DocumentError as error:
        raise invalid_field("document", "document_invalid", f"no CPF and no CNPJ: {error}") from None


async def read_destination(
    tx: Tx, name: str, document: str, account: AccountInput | None, key: KeyInput | None
) -> dict[str, Any]:
    """The columns that say where it is.

    Args:
        name, document: of the payee, valid already.

    Raises:
        ApiError: 400 naming the field that is wrong.
    """
    columns = await read_account(tx, BankAccountInput(name[:60].strip(), name, document, account, key), "")
    return place_columns(columns)


def place_columns(columns: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a destination; what is not given is null."""
    return {each: columns.get(each) for each in _PLACE}


async def write_destination(
    tx: Tx,
    names: DestinationNames,
    company: int,
    payee: UUID,
    document: str,
    place: Mapping[str, Any],
    person: UUID | None,
) -> UUID:
    """Inserts a new destination of a payee, and brings the payee up to date.

    Raises:
        ApiError: 409 ``destination_known``; 409 ``destination_suspect``, which tells no more than that.
    """
    await refuse_suspect(tx, names.of_destination(place), names.of_document(document))
    destination = uuid7()
    values = {**place, "company": company, "id": destination, "payee": payee, "person": person}
    await tx.execute("savepoint adding")
    try:
        await tx.execute(_INSERT, values | {"hash": names.of_destination(place)})
    except psycopg.errors.UniqueViolation:
        await tx.execute("rollback to savepoint adding")
        raise ApiError(409, "destination_known", "this payee has this destination already") from None
    await refresh_payee(tx, company, payee)
    return destination


async def refuse_suspect(tx: Tx, destination: bytes | None, document: bytes | None) -> None:
    """Refuses a suspect destination or document, without saying why or who listed it.

    Raises:
        ApiError: 409 ``destination_suspect``.
    """
    listed = await tx.value(
        "select suspect_destination(%(destination)s, %(document)s)", {"destination": destination, "document": document}
    )
    if listed:
        raise ApiError(409, "destination_suspect", "nothing is paid to this destination")


async def ask_lookup(tx: Tx, company: int, payee: UUID) -> None:
    """Says that the payee waits for a look-up, where it has a key; the event that follows brings the worker."""
    await tx.execute(
        "update payee set checking_at = now(), check_problem = null where company_id = %(company)s and id = %(id)s"
        " and exists (select from payee_destination d where d.company_id = %(company)s and d.payee_id = %(id)s and d.kind = 'key'"
        " and d.state in ('new', 'cooling'))",
        {"company": company, "id": payee},
    )


async def refresh_payee(tx: Tx, company: int, payee: UUID) -> None:
    await tx.execute("select payee_refresh(%(company)s, %(payee)s)", {"company": company, "payee": payee})


_INSERT = """
    insert into payee_destination (company_id, id, payee_id, kind, ispb, compe, bank_name, branch, number, account_type, pix_key,
                                   pix_key_kind, hash, created_by)
    values (%(company)s, %(id)s, %(payee)s, %(kind)s, %(ispb)s, %(compe)s, %(bank_name)s, %(branch)s, %(number)s,
            %(account_type)s, %(pix_key)s, %(pix_key_kind)s, %(hash)s, %(person)s)
"""
