"""Read and lock account owners."""

from collections.abc import Mapping
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.payouts.account_owners.model import (
    AccountOwner,
    Agreement,
    OwnerStanding,
    OwnerVersion,
    Signer,
)

#: An owner o with its shown version v, its bank b, its company k, and that company's day.
SOURCE = (
    "account_owner o join company k on k.id = o.company_id cross join lateral account_owner_shown(o.company_id, o.id) v"
    " join bank b on b.ispb = v.ispb cross join lateral (select (now() at time zone k.time_zone)::date as today) d"
)
STATE = "account_owner_state(v.status, v.valid_from, v.valid_to, o.retired_at, d.today)"
_SELECT = f"""
    select v.*, b.name as bank_name, o.id, o.created_at, o.retired_at, o.reason, k.name as company_name, {STATE} as state,
           v.valid_to - d.today as days_left,
           account_owner_problems(o.company_id, o.id) as problems
      from {SOURCE} where o.id = %(id)s and o.company_id = any(%(seen)s)
"""


def _masked(found: Row) -> Row:
    """A person's document is not shown whole."""
    return found | {"document": mask_text(found["document"])}


async def find_owner(tx: Tx, companies: list[int], owner: UUID) -> AccountOwner | None:
    row = await tx.one(_SELECT, {"id": owner, "seen": companies})
    return msgspec.convert(_masked(row), AccountOwner) if row else None


async def load_owner(tx: Tx, company: int, owner: UUID) -> AccountOwner:
    found = await find_owner(tx, [company], owner)
    assert found is not None
    return found


async def lock_owner(tx: Tx, company: int, owner: UUID) -> AccountOwner:
    """Lock an owner until the transaction ends, and return it.

    Raises:
        ApiError: 404, also for another company's; 409 ``owner_retired``.
    """
    await tx.execute(
        "select from account_owner where company_id = %(company)s and id = %(id)s for no key update",
        {"company": company, "id": owner},
    )
    found = await find_owner(tx, [company], owner)
    if found is None:
        raise not_found("account owner")
    if found.retired_at is not None:
        raise ApiError(409, "owner_retired", "this account owner is retired")
    return found


async def versions_of(tx: Tx, company: int, owner: UUID) -> list[OwnerVersion]:
    """Every version, the newest first."""
    rows = await tx.all(
        "select v.*, b.name as bank_name from account_owner_version v join bank b on b.ispb = v.ispb"
        " where v.company_id = %(company)s and v.owner_id = %(owner)s order by v.version desc limit 100",
        {"company": company, "owner": owner},
    )
    return msgspec.convert([_masked(row) for row in rows], list[OwnerVersion])


async def wrote_newest(tx: Tx, principal: Principal, company: int, owner: UUID) -> bool:
    found = await tx.value(
        "select writer_id = %(person)s from account_owner_version where company_id = %(company)s and owner_id = %(owner)s"
        " order by version desc limit 1",
        {"company": company, "owner": owner, "person": principal.person_id},
    )
    return bool(found)


async def agreements_of(tx: Tx, company: int, owner: UUID) -> list[Agreement]:
    rows = await tx.all(
        "select * from account_owner_agreement where company_id = %(company)s and owner_id = %(owner)s order by method",
        {"company": company, "owner": owner},
    )
    return msgspec.convert(rows, list[Agreement])


async def signers_of(tx: Tx, company: int, owner: UUID) -> list[Signer]:
    rows = await tx.all(
        "select s.*, s.valid_from <= d.today and coalesce(s.valid_to, d.today) >= d.today as in_force"
        " from account_owner_signer s join company k on k.id = s.company_id"
        " cross join lateral (select (now() at time zone k.time_zone)::date as today) d"
        " where s.company_id = %(company)s and s.owner_id = %(owner)s and s.removed_at is null order by s.name, s.id",
        {"company": company, "owner": owner},
    )
    signers = msgspec.convert(rows, list[Signer])
    return [msgspec.structs.replace(each, document=mask_text(each.document) or "") for each in signers]


async def owner_standing(tx: Tx, principal: Principal, path: Mapping[str, str]) -> OwnerStanding | None:
    """The newest version with agreements and signers, as a plan compares them."""
    company, owner = principal.chosen(), path_id(path)
    versions = await versions_of(tx, company, owner)
    if not versions:
        return None
    newest = msgspec.structs.asdict(versions[0])
    agreements = await agreements_of(tx, company, owner)
    signers = await signers_of(tx, company, owner)
    names = OwnerStanding.__struct_fields__
    return OwnerStanding(
        **{name: value for name, value in newest.items() if name in names},
        agreements=", ".join(f"{each.method} {each.number} ({each.last_nsa})" for each in agreements),
        signers=", ".join(f"{each.name} ({each.document})" for each in signers),
    )


async def of_owner(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The company of the owner that the path names; None where the caller does not see it."""
    return await tx.value(
        "select company_id from account_owner where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )
