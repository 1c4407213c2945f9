"""Add, change and remove partners of a company; their shares never exceed 100 percent."""

from collections.abc import Mapping

from retaguarda.companies.commands.company_for_change import WRITE, changed_fields, company_for_update, refused_as
from retaguarda.companies.model import Partner, PartnerInput
from retaguarda.companies.records import partner_of, subject_of
from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.percentage import basis_points
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import COMPANY
from retaguarda.foundation.text_input import printable

_REFUSED = {
    "23505": ApiError(409, "partner_known", "a partner with this document is here already"),
    "RF054": ApiError(409, "shares_too_many", "the partners would hold more than 100 percent"),
}


async def insert_partner(tx: Tx, company: int, given: PartnerInput, prefix: str = "") -> Row:
    """Insert a partner.

    Args:
        prefix: before the field names in errors.

    Raises:
        ApiError: 400 naming the field; 409 ``partner_known``, ``shares_too_many``.
    """
    values = _values(given, prefix) | {"company": company, "id": uuid7()}
    with refused_as(_REFUSED):
        row = await tx.one(
            "insert into company_partner (company_id, id, name, document, pep_type, share)"
            " values (%(company)s, %(id)s, %(name)s, %(document)s, %(pep_type)s, %(share)s) returning *",
            values,
        )
    assert row is not None
    return row


async def _add(tx: Tx, principal: Principal, given: PartnerInput, path: Mapping[str, str]) -> Done:
    company = await company_for_update(tx, principal)
    row = await insert_partner(tx, company["id"], given)
    return _done(row, {"partner": str(row["id"]), "name": row["name"], "pep_type": row["pep_type"]})


async def _change(tx: Tx, principal: Principal, given: PartnerInput, path: Mapping[str, str]) -> Done:
    before = await _partner(tx, principal, path)
    with refused_as(_REFUSED):
        after = await tx.one(
            "update company_partner set name = %(name)s, document = %(document)s, pep_type = %(pep_type)s, share = %(share)s"
            " where id = %(id)s returning *",
            _values(given, "") | {"id": before["id"]},
        )
    assert after is not None
    data = changed_fields(*({name: row[name] for name in ("name", "pep_type", "share")} for row in (before, after)))
    return _done(after, {"partner": str(after["id"]), "name": after["name"], **data})


async def _remove(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await _partner(tx, principal, path)
    await tx.execute("update company_partner set removed_at = now() where id = %(id)s", row)
    return _done(row, {"partner": str(row["id"]), "name": row["name"]})


async def _partner(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Row:
    company = await company_for_update(tx, principal)
    row = await tx.one(
        "select * from company_partner where id = %(id)s and company_id = %(company)s and removed_at is null for update",
        {"id": uuid_of(path["partner"]), "company": company["id"]},
    )
    if row is None:
        raise not_found("partner")
    return row


async def _subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> Partner | None:
    row = await tx.one(
        "select * from company_partner where id = %(id)s and company_id = %(company)s and removed_at is null",
        {"id": uuid_of(path["partner"]), "company": principal.chosen()},
    )
    return partner_of(row) if row else None


def _values(given: PartnerInput, prefix: str) -> Row:
    try:
        document = parse(given.document)
    except DocumentError as error:
        raise invalid_field(f"{prefix}document", "document_invalid", f"{prefix}document: {error}") from None
    return {
        "name": printable(f"{prefix}name", given.name),
        "document": document.value,
        "pep_type": given.pep_type,
        "share": basis_points(f"{prefix}share", given.share),
    }


def _done(row: Row, data: Row) -> Done:
    return Done(subject_of(row["company_id"]), partner_of(row), data)


ADD_PARTNER = Command(
    name="companies:partner:add",
    method="POST",
    path="/v1/companies/{id:str}/partners",
    summary="Add a partner of a company",
    permission=WRITE,
    scope=COMPANY,
    input=PartnerInput,
    answers=Partner,
    apply=_add,
    status=201,
    approvable=True,
    shows=named_by("name"),
)

CHANGE_PARTNER = Command(
    name="companies:partner:change",
    method="PUT",
    path="/v1/companies/{id:str}/partners/{partner:str}",
    summary="Change a partner of a company",
    permission=WRITE,
    scope=COMPANY,
    planned=True,
    input=PartnerInput,
    answers=Partner,
    apply=_change,
    keyed=False,
    subject=_subject,
    approvable=True,
    shows=named_by("name"),
)

REMOVE_PARTNER = Command(
    name="companies:partner:remove",
    method="DELETE",
    path="/v1/companies/{id:str}/partners/{partner:str}",
    summary="Remove a partner of a company",
    permission=WRITE,
    scope=COMPANY,
    input=Nothing,
    answers=Partner,
    apply=_remove,
    keyed=False,
    approvable=True,
    shows=named_by("name"),
)
