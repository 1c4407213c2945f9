"""Grants: roles of the person's company, and companies to see."""

from typing import Annotated

import msgspec

from retaguarda.access.guards import refuse_granting, refuse_wider_reach
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.request import PROVIDER, Principal

Number = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
Numbers = Annotated[list[Number], msgspec.Meta(max_length=200)]


async def roles_of(tx: Tx, company: int, ids: list[int]) -> list[Row]:
    """Returns id, name and permissions of these roles, locked against change until the transaction ends.

    Raises:
        ApiError: 400 for a role of another company.
    """
    rows = await tx.all(
        "select id, name, permissions from role where company_id = %(company)s and id = any(%(ids)s) order by id for key share",
        {"company": company, "ids": ids},
    )
    if len(rows) != len(set(ids)):
        raise invalid_field("roles", "not_allowed", "roles holds the number of a role that is not of this company")
    return rows


async def grant_roles(tx: Tx, principal: Principal, person: Row, roles: list[Row]) -> None:
    """Grants roles that the person does not have yet.

    Raises:
        ApiError: 403 ``cannot_grant``.
    """
    if not roles:
        return
    refuse_granting(principal, (permission for role in roles for permission in role["permissions"]))
    await refuse_wider_reach(tx, principal, [person["id"]])
    await tx.execute(
        "insert into person_role (person_id, role_id, company_id) select %(person)s, unnest(%(roles)s::int[]), %(company)s",
        {"person": person["id"], "roles": [role["id"] for role in roles], "company": person["company_id"]},
    )


def grantable_companies(principal: Principal, home: int, companies: list[int]) -> list[int]:
    """Returns the companies beside the person's own.

    Raises:
        ApiError: 400 for a company that the caller does not see; for the provider's, which is for its staff only; and for any
            company given to staff, who see all.
    """
    granted_companies = sorted(set(companies) - {home})
    if granted_companies and (
        home == PROVIDER or PROVIDER in granted_companies or not set(granted_companies) <= set(principal.companies)
    ):
        raise invalid_field("companies", "not_allowed", "companies holds one that cannot be given to this person")
    return granted_companies


async def grant_companies(tx: Tx, person: Row, companies: list[int]) -> None:
    await tx.execute(
        "insert into person_company (person_id, company_id) select %(person)s, unnest(%(companies)s::int[])"
        " on conflict do nothing",
        {"person": person["id"], "companies": companies},
    )
