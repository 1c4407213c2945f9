"""Onboard a company with its partners and accounts, and change its registration."""

from collections.abc import Mapping

from retaguarda import ledger
from retaguarda.companies.commands.company_for_change import (
    WRITE,
    changed_fields,
    company_for_update,
    company_shown,
    company_subject,
    refused_as,
    require_staff,
)
from retaguarda.companies.commands.partners import insert_partner
from retaguarda.companies.model import OnboardInput, RegisteredCompany, RegistrationInput
from retaguarda.companies.records import company_of, subject_of
from retaguarda.foundation.command import Command, Done, named_by
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.events import record
from retaguarda.foundation.money import BRL
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import COMPANY, OWN_COMPANY
from retaguarda.foundation.text_input import printable, printable_or_none
from retaguarda.ledger import AccountRef

#: Accounts of every company: money it can move, and money that awaits a decision.
ACCOUNTS = ("available", "in_review")
_REFUSED = {
    "RF538": ApiError(409, "company_numbers_taken", "this installation has no number left for a company"),
}


async def _onboard(tx: Tx, principal: Principal, given: OnboardInput, path: Mapping[str, str]) -> Done:
    require_staff(principal)
    registration = _registration(given) | {"document": _cnpj(given.document)}
    with refused_as(_REFUSED):
        company = await tx.value(
            "select company_onboard(%(document)s, %(name)s, %(legal_name)s, %(segment)s, %(country)s, %(owner)s, %(products)s,"
            " %(kyc_expires_on)s)",
            registration,
        )
    if company is None:
        raise ApiError(409, "company_known", "a company with this document is here already")
    for code in ACCOUNTS:
        await ledger.open_account(tx, AccountRef(company, code, BRL), floor=0)
    for position, partner in enumerate(given.partners):
        await insert_partner(tx, company, partner, f"partners[{position}].")
    # The Command's event belongs to the provider; this one starts the company's own audit trail.
    await record(
        tx,
        "companies:company:begin",
        company=company,
        subject=subject_of(company),
        actor=principal.email,
        person=principal.person_id,
        data={"partners": len(given.partners)},
    )
    row = await tx.one("select * from company where id = %(id)s", {"id": company})
    assert row is not None
    return Done(subject_of(company), company_of(row, principal), {"company": company, "name": row["name"]})


async def _change(tx: Tx, principal: Principal, given: RegistrationInput, path: Mapping[str, str]) -> Done:
    before = await company_for_update(tx, principal)
    after = await tx.one(
        "update company set name = %(name)s, legal_name = %(legal_name)s, segment = %(segment)s, country = %(country)s,"
        " owner = %(owner)s, products = %(products)s, kyc_expires_on = %(kyc_expires_on)s where id = %(id)s returning *",
        _registration(given) | {"id": before["id"]},
    )
    assert after is not None
    names = _registration(given)
    data = changed_fields({name: before[name] for name in names}, {name: after[name] for name in names})
    return Done(subject_of(before["id"]), company_of(after, principal), data)


def _registration(given: RegistrationInput) -> Row:
    return {
        "name": printable("name", given.name),
        "legal_name": printable("legal_name", given.legal_name),
        "segment": printable_or_none("segment", given.segment) or "",
        "country": given.country,
        "owner": printable_or_none("owner", given.owner),
        "products": sorted(set(given.products)),
        "kyc_expires_on": given.kyc_expires_on,
    }


def _cnpj(text: str) -> str:
    try:
        document = parse(text)
    except DocumentError as error:
        raise invalid_field("document", "document_invalid", f"document: {error}") from None
    if document.kind != "cnpj":
        raise invalid_field("document", "document_cnpj", "a company has a CNPJ")
    return document.value


ONBOARD = Command(
    name="companies:company:onboard",
    method="POST",
    path="/v1/companies",
    summary="Bring a company in",
    permission=WRITE,
    scope=OWN_COMPANY,
    input=OnboardInput,
    answers=RegisteredCompany,
    apply=_onboard,
    status=201,
    approvable=True,
    shows=named_by("name"),
)

CHANGE = Command(
    name="companies:company:change",
    method="PUT",
    path="/v1/companies/{id:str}",
    summary="Change the registration of a company",
    permission=WRITE,
    scope=COMPANY,
    planned=True,
    input=RegistrationInput,
    answers=RegisteredCompany,
    apply=_change,
    keyed=False,
    subject=company_subject,
    approvable=True,
    shows=company_shown,
)
