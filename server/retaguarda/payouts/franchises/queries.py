"""Read and lock franchise units."""

from collections.abc import Mapping
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import Currency, Money
from retaguarda.foundation.percentage import percent
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.payouts.franchises.model import (
    Unit,
    UnitDestination,
    UnitOwner,
    UnitRow,
    UnitStanding,
    UnitVolume,
)

#: What of unit u was paid this month.
SPENT = "payout_paid_to(u.company_id, franchise_accounts(u.company_id, u.id), company_month(u.company_id))"
_SELECT = f"""
    select u.*, k.name as company_name, s.amount as spent, franchise_problems(u.company_id, u.id) as problems
      from franchise_unit u join company k on k.id = u.company_id cross join {SPENT} s
     where u.id = %(id)s and u.company_id = any(%(seen)s)
"""
_VOLUME_DAYS = (30, 90)


class _Owner(msgspec.Struct):
    id: UUID
    name: str
    document: str
    share: int


class _Paid(msgspec.Struct):
    days: int
    payments: int
    amount: int


async def unit_row(tx: Tx, companies: list[int], unit: UUID) -> UnitRow | None:
    row = await tx.one(_SELECT, {"id": unit, "seen": companies})
    return msgspec.convert(row, UnitRow) if row else None


def unit_of(row: UnitRow) -> Unit:
    currency = row.currency
    budget = None if row.budget is None else Money(row.budget, currency)
    left = None if row.budget is None else Money(max(0, row.budget - row.spent), currency)
    fields = {name: value for name, value in msgspec.structs.asdict(row).items() if name != "currency"}
    fields |= {"budget": budget, "spent": Money(row.spent, currency), "left": left, "royalty": percent(row.royalty)}
    fields["document"] = mask_text(row.document)
    return Unit(**fields)


async def load_unit(tx: Tx, company: int, unit: UUID) -> Unit:
    row = await unit_row(tx, [company], unit)
    assert row is not None
    return unit_of(row)


async def lock_unit(tx: Tx, company: int, unit: UUID) -> UnitRow:
    """Lock a unit until the transaction ends, and return it.

    Raises:
        ApiError: 404, also for another merchant's.
    """
    await tx.execute(
        "select from franchise_unit where company_id = %(company)s and id = %(id)s for no key update",
        {"company": company, "id": unit},
    )
    row = await unit_row(tx, [company], unit)
    if row is None:
        raise not_found("unit")
    return row


async def owners_of(tx: Tx, company: int, unit: UUID) -> list[UnitOwner]:
    rows = await tx.all(
        "select * from franchise_owner where company_id = %(company)s and unit_id = %(unit)s and removed_at is null"
        " order by share desc, name",
        {"company": company, "unit": unit},
    )
    return [
        UnitOwner(o.id, o.name, mask_text(o.document) or "", percent(o.share))
        for o in msgspec.convert(rows, list[_Owner])
    ]


async def destinations_of(tx: Tx, company: int, unit: UUID) -> list[UnitDestination]:
    rows = await tx.all(
        "select b.id, b.nickname, b.holder_name, b.bank_name, b.status from franchise_destination d join bank_account b"
        " on b.company_id = d.company_id and b.id = d.bank_account_id"
        " where d.company_id = %(company)s and d.unit_id = %(unit)s order by d.added_at, b.id",
        {"company": company, "unit": unit},
    )
    return msgspec.convert(rows, list[UnitDestination])


async def free_accounts(tx: Tx, company: int) -> list[UnitDestination]:
    """Return the latest 200 verified bank accounts that belong to no unit: an account is one unit's alone."""
    rows = await tx.all(
        "select b.id, b.nickname, b.holder_name, b.bank_name, b.status from bank_account b"
        " where b.company_id = %(company)s and b.status = 'verified' and not exists (select from franchise_destination d"
        "  where d.company_id = b.company_id and d.bank_account_id = b.id) order by b.created_at desc, b.id limit 200",
        {"company": company},
    )
    return msgspec.convert(rows, list[UnitDestination])


async def volumes_of(tx: Tx, company: int, unit: UUID, currency: Currency) -> list[UnitVolume]:
    rows = await tx.all(
        "select days, p.payments, p.amount from unnest(%(days)s::int[]) days cross join lateral"
        " payout_paid_to(%(company)s, franchise_accounts(%(company)s, %(unit)s), now() - make_interval(days => days)) p"
        " order by days",
        {"company": company, "unit": unit, "days": list(_VOLUME_DAYS)},
    )
    paid = msgspec.convert(rows, list[_Paid])
    return [UnitVolume(each.days, each.payments, Money(each.amount, currency)) for each in paid]


async def unit_standing(tx: Tx, principal: Principal, path: Mapping[str, str]) -> UnitStanding | None:
    row = await unit_row(tx, [principal.chosen()], path_id(path))
    if row is None:
        return None
    unit = unit_of(row)
    owners = await owners_of(tx, row.company_id, row.id)
    places = await destinations_of(tx, row.company_id, row.id)
    return UnitStanding(
        unit.name,
        unit.contract,
        unit.valid_from,
        unit.valid_to,
        unit.royalty,
        unit.budget,
        unit.status,
        ", ".join(f"{owner.name} ({owner.document}) {owner.share}%" for owner in owners),
        ", ".join(place.nickname for place in places),
    )


async def of_unit(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The company of the unit that the path names; None where the caller does not see it."""
    return await tx.value(
        "select company_id from franchise_unit where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )
