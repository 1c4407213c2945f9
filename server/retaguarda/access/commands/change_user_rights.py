"""What a person may do, and whose data they may see."""

from collections.abc import Mapping

import msgspec

from retaguarda.access.grants import Numbers, companies_to_see, give_roles, roles_of, show_companies
from retaguarda.access.guards import (
    one_at_a_time,
    person_for_update,
    refuse_granting,
    refuse_oneself,
    refuse_without_administrator,
)
from retaguarda.access.people import User, held_by, user_of, user_row
from retaguarda.access.plan_facts import company_names, of_user
from retaguarda.access.queries import OF_PERSON
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal


class RolesInput(msgspec.Struct, forbid_unknown_fields=True):
    roles: Numbers


class CompaniesInput(msgspec.Struct, forbid_unknown_fields=True):
    companies: Numbers


class UserRights(msgspec.Struct):
    """What a person may, as a plan compares it: names of roles and of companies."""

    roles: str
    companies: str


async def _set_roles(tx: Tx, principal: Principal, given: RolesInput, path: Mapping[str, str]) -> Done:
    """The roles are these from now on. Only new ones are a grant; to take one away, nobody needs to hold it."""
    number, company = uuid_of(path["id"]), principal.chosen()
    refuse_oneself(principal, number)
    administrators = await one_at_a_time(tx, company)
    person = await person_for_update(tx, principal, number)
    before = await user_of(tx, principal, number)
    wanted = await roles_of(tx, company, given.roles)
    await give_roles(tx, principal, person, [role for role in wanted if role["id"] not in before.role_ids])
    await tx.execute(
        "delete from person_role where person_id = %(person)s and role_id <> all(%(roles)s)",
        {"person": number, "roles": given.roles},
    )
    await refuse_without_administrator(tx, company, administrators)
    after = await user_of(tx, principal, number)
    return Done(str(number), after, {"before": before.roles, "after": after.roles})


async def _set_companies(tx: Tx, principal: Principal, given: CompaniesInput, path: Mapping[str, str]) -> Done:
    """Companies that the caller does not see stay as they are."""
    number = uuid_of(path["id"])
    refuse_oneself(principal, number)
    person = await person_for_update(tx, principal, number)
    before = await user_of(tx, principal, number)
    others = companies_to_see(principal, person["company_id"], given.companies)
    if set(others) - set(before.companies):
        # There they may do what they may do here.
        refuse_granting(principal, await held_by(tx, principal, number))
    await tx.execute(
        "delete from person_company where person_id = %(person)s and company_id = any(%(seen)s)"
        " and company_id <> all(%(companies)s)",
        {"person": number, "seen": list(principal.companies), "companies": others},
    )
    await show_companies(tx, person, others)
    after = await user_of(tx, principal, number)
    return Done(str(number), after, {"before": before.companies, "after": after.companies})


async def _rights(tx: Tx, principal: Principal, path: Mapping[str, str]) -> UserRights | None:
    row = await user_row(tx, principal, uuid_of(path["id"]))
    return None if row is None else UserRights(", ".join(row["roles"]), await company_names(tx, row["companies"]))


SET_ROLES = Command(
    name="access:user:set_roles",
    method="PUT",
    path="/rbac/users/{id:str}/roles",
    summary="Set the roles of a person",
    permission=Permission.USERS_WRITE,
    scope=OF_PERSON,
    changes_rights=True,
    input=RolesInput,
    answers=User,
    apply=_set_roles,
    keyed=False,
    subject=_rights,
    approvable=True,
    shows=of_user,
)

SET_COMPANIES = Command(
    name="access:user:set_companies",
    method="PUT",
    path="/rbac/users/{id:str}/companies",
    summary="Set the companies a person may see beside their own",
    permission=Permission.USERS_WRITE,
    scope=OF_PERSON,
    changes_rights=True,
    input=CompaniesInput,
    answers=User,
    apply=_set_companies,
    keyed=False,
    subject=_rights,
    approvable=True,
    shows=of_user,
)
