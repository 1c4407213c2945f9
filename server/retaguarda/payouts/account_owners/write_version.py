"""Write a version of an account owner: checked input becomes a row."""

from datetime import date
from typing import Any
from uuid import UUID

from retaguarda.bank_book.check_digits import PROBLEMS, NumberRefused, checked
from retaguarda.bank_book.queries import bank_by_ispb
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import printable, printable_or_none
from retaguarda.payouts.account_owners.model import OwnerTerms


async def write_version(tx: Tx, principal: Principal, company: int, owner: UUID, given: OwnerTerms) -> int:
    """Insert the next version of an owner, or write over its draft; return its number.

    Raises:
        ApiError: 400 naming the field that is wrong.
    """
    columns = await _columns(tx, given)
    columns |= {"company": company, "owner": owner, "by": principal.email, "person": principal.person_id}
    names = (
        "name",
        "document",
        "ispb",
        "branch",
        "number",
        "account_type",
        "cnab_code",
        "receipt_text",
        "valid_from",
        "valid_to",
    )
    return await tx.value(
        f"insert into account_owner_version as v (company_id, owner_id, version, {', '.join(names)}, written_by, writer_id)"
        f" select %(company)s, %(owner)s, coalesce(max(version) filter (where status <> 'draft'), 0) + 1,"
        f" {', '.join(f'%({name})s' for name in names)}, %(by)s, %(person)s"
        " from account_owner_version where company_id = %(company)s and owner_id = %(owner)s"
        " on conflict (company_id, owner_id, version) do update set"
        f" {', '.join(f'{name} = excluded.{name}' for name in names)}, written_by = excluded.written_by,"
        " writer_id = excluded.writer_id, written_at = now() where v.status = 'draft' returning version",
        columns,
    )


async def _columns(tx: Tx, given: OwnerTerms) -> dict[str, Any]:
    check_period(given.valid_from, given.valid_to)
    try:
        document = parse(given.document).value
    except DocumentError as error:
        raise invalid_field("document", "document_invalid", f"no CPF and no CNPJ: {error}") from None
    bank = await bank_by_ispb(tx, given.ispb)
    if bank is None or not bank.listed:
        raise invalid_field("ispb", "bank_unknown", "no bank has this ISPB; see GET /v1/payouts/banks")
    branch, number, digit = (text.strip().upper() for text in (given.branch, given.number, given.digit))
    try:
        whole = checked(bank.rule, given.account_type, branch, number, digit)
    except NumberRefused as refused:
        raise invalid_field(PROBLEMS[refused.key], refused.key, str(refused)) from None
    return {
        "name": printable("name", given.name),
        "document": document,
        "ispb": bank.ispb,
        "branch": branch,
        "number": whole,
        "account_type": given.account_type,
        "cnab_code": given.cnab_code,
        "receipt_text": printable_or_none("receipt_text", given.receipt_text),
        "valid_from": given.valid_from,
        "valid_to": given.valid_to,
    }


def check_period(first: date, last: date | None) -> None:
    """Check that the period is not reversed.

    Raises:
        ApiError: 400 ``valid_to``.
    """
    if last is not None and last < first:
        raise invalid_field("valid_to", "out_of_range", "valid_to is before valid_from")
