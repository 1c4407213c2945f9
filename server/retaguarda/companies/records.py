"""One company with everything that belongs to it."""

from typing import Any, Literal, TypeVar

import msgspec

from retaguarda.companies.contracts import contracts_of
from retaguarda.companies.model import (
    MOVES,
    CompanyAttribute,
    CompanyBankAccount,
    CompanyFee,
    CompanyLimit,
    CompanyMember,
    CompanyNote,
    CompanyPayout,
    CompanyRecord,
    OwnAccount,
    Partner,
    RegisteredCompany,
)
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.documents import parse
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.percentage import percent
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, number_of
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import COMPANY
from retaguarda.foundation.typed_rows import struct_fields, struct_of

S = TypeVar("S", bound=msgspec.Struct)

#: Most rows of each part; the lists have the rest.
MOST = 200


#: Events of a company carry this and its id as their subject, including those of staff viewing it.
SUBJECT = "company:"


def subject_of(company: int) -> str:
    return f"{SUBJECT}{company}"


def company_of(row: Row, principal: Principal) -> RegisteredCompany:
    return RegisteredCompany(**company_fields(row, principal))


def company_fields(row: Row, principal: Principal) -> dict[str, Any]:
    hidden = () if principal.internal else ("risk", "owner")
    return struct_fields(RegisteredCompany, row, without=hidden)


def partner_of(row: Row) -> Partner:
    return Partner(
        id=row["id"],
        name=row["name"],
        # A person's document is masked; a company's is public.
        document=parse(row["document"]).mask(),
        pep=row["pep_type"] is not None,
        pep_type=row["pep_type"],
        share=None if row["share"] is None else percent(row["share"]),
    )


async def partners_of(tx: Tx, company: int) -> list[Partner]:
    rows = await tx.all(
        "select * from company_partner where company_id = %(company)s and removed_at is null"
        f" order by share desc nulls last, name, id limit {MOST}",
        {"company": company},
    )
    return [partner_of(row) for row in rows]


async def limits_of(tx: Tx, company: int) -> list[CompanyLimit]:
    return await _rows(
        tx,
        CompanyLimit,
        "select * from company_limit where company_id = %(company)s order by kind",
        {"company": company},
    )


async def fee_of(tx: Tx, company: int) -> CompanyFee:
    row = await tx.one(
        "select payin_basis_points(%(company)s) as points,"
        " exists (select from published.payin_setting where company_id = %(company)s and basis_points is not null) as own",
        {"company": company},
    )
    assert row is not None
    return CompanyFee(percent(row["points"]), row["own"])


async def payout_of(tx: Tx, company: int) -> CompanyPayout:
    row = await tx.one(
        "select t.fee, t.cooling_off_hours, o.fee as own_fee, o.cooling_off_hours as own_hours"
        " from payout_terms(%(company)s) t left join published.payout_setting o on o.company_id = %(company)s",
        {"company": company},
    )
    assert row is not None
    own: list[Literal["fee", "cooling_off_hours"]] = [
        *(["fee"] if row["own_fee"] is not None else []),
        *(["cooling_off_hours"] if row["own_hours"] is not None else []),
    ]
    return CompanyPayout(Money(row["fee"], BRL), row["cooling_off_hours"], own)


async def _load(tx: Tx, principal: Principal, company: int) -> CompanyRecord | None:
    row = await tx.one("select * from company where id = %(id)s", {"id": company})
    if row is None:
        return None
    key = {"company": company, "most": MOST}
    return CompanyRecord(
        **company_fields(row, principal),
        moves=list(MOVES[row["status"]]),
        partners=await partners_of(tx, company),
        attributes=await _rows(tx, CompanyAttribute, _ATTRIBUTES, key) if principal.internal else [],
        limits=await limits_of(tx, company),
        fee=await fee_of(tx, company),
        payout=await payout_of(tx, company),
        contracts=await contracts_of(tx, principal, company, MOST),
        people=await _rows(tx, CompanyMember, _PEOPLE, key) if _sees_people(principal) else [],
        bank_accounts=await _rows(tx, CompanyBankAccount, _BANK_ACCOUNTS, key) if _sees_banks(principal) else [],
        accounts=await _rows(tx, OwnAccount, _ACCOUNTS, key),
        notes=await _rows(tx, CompanyNote, _NOTES, key) if principal.internal else [],
    )


def _sees_people(principal: Principal) -> bool:
    return Permission.USERS_READ in principal.permissions


def _sees_banks(principal: Principal) -> bool:
    return Permission.ACCOUNT_BANK_ACCOUNTS_READ in principal.permissions


async def _rows(tx: Tx, shape: type[S], query: str, key: Row) -> list[S]:
    return [struct_of(shape, row) for row in await tx.all(query, key)]


_ATTRIBUTES = "select * from company_attribute where company_id = %(company)s order by attribute, valid_from desc, id desc limit %(most)s"
_NOTES = "select * from company_note where company_id = %(company)s order by created_at desc, id limit %(most)s"
_BANK_ACCOUNTS = "select * from published.bank_account where company_id = %(company)s order by is_default desc, created_at desc, id limit %(most)s"
_ACCOUNTS = (
    "select a.*, a.posted - a.held as available, s.alias from ledger_account a"
    " left join published.sub_account s on s.company_id = a.company_id and a.code = 'sub.' || s.number"
    f" where a.company_id = %(company)s and not a.append_only and a.currency = '{BRL}' and s.closed_at is null"
    " and not starts_with(a.code, 'recipient.')"
    " order by s.number nulls first, a.code limit %(most)s"
)
_PEOPLE = (
    "select p.id, p.name, p.email, p.last_sign_in_at,"
    " case when p.disabled_at is not null then 'suspended' when p.joined_at is null then 'invited' else 'active' end as status,"
    " array(select r.name from published.person_role h join published.role r on r.id = h.role_id where h.person_id = p.id order by 1) as roles"
    " from published.person p where p.company_id = %(company)s order by p.name, p.id limit %(most)s"
)

COMPANY_RECORD = Record(
    path="/v1/companies/{id:str}",
    summary="One company: registration, partners, limits, people",
    permission=Permission.COMPANIES_READ,
    scope=COMPANY,
    answers=CompanyRecord,
    load=_load,
    key=number_of,
)
