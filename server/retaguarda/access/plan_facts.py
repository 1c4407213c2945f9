"""Plan facts of Commands on people, roles and keys: names where the request carries ids."""

from collections.abc import Iterable
from typing import Any

from retaguarda.access.people import User
from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.request import Principal


async def of_user(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """The person, with their roles and companies by name."""
    user: User = done.result
    companies = await company_names(tx, user.companies)
    facts = {"person": user.email, "roles": ", ".join(user.roles), "companies": companies}
    return plan_summary(user.email, facts)


async def of_invitations(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """The e-mails to invite, with roles and companies."""
    result: Any = done.result
    emails = ", ".join(each.email for each in result.invited)
    companies = await company_names(tx, done.data["companies"])
    return plan_summary(emails, {"emails": emails, "roles": ", ".join(done.data["roles"]), "companies": companies})


async def of_key(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """The key and its role."""
    row = await tx.one(
        "select k.name, r.name as role from api_key k join role r on r.id = k.role_id where k.id = %(id)s::uuid",
        {"id": done.subject},
    )
    assert row is not None
    return plan_summary(row["name"], {"name": row["name"], "role_id": row["role"]})


async def company_names(tx: Tx, companies: Iterable[int]) -> str:
    rows = await tx.all("select name from company where id = any(%(ids)s) order by id", {"ids": list(companies)})
    return ", ".join(row["name"] for row in rows)
