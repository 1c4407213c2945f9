"""Sets a person's roles and the companies they see."""

from collections.abc import Mapping

import msgspec

from retaguarda.access.grants import Numbers, grant_companies, grant_roles, grantable_companies, roles_of
from retaguarda.access.guards import (
    lock_administrators,
    person_for_update,
    refuse_granting,
    refuse_self,
    refuse_without_administrator,
)
from retaguarda.access.people import User, permissions_held_by, user_of, user_row
from retaguarda.access.plan_facts import company_names, of_user
from retaguarda.access.queries import OF_PERSON
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal


class RolesInput(msgspec.Struct, forbid_unknown_fields=True):
    roles: Numbers


class CompaniesInput(msgspec.Struct, forbid_unknown_fields=True):
    companies: Numbers


class UserRights(msgspec.Struct):
    """A person's rights, as a plan compares them: names of roles and of companies."""

    roles: str
    companies: str


async def _set_roles(tx: Tx, principal: Principal, body: RolesInput, path: Mapping[str, str]) -> Done:
    """Replaces the roles. Only added ones are a grant; anybody who administers people may remove one."""
    person_id, company = path_id(path), principal.chosen()
    refuse_self(principal, person_id)
    administrators = await lock_administrators(tx, company)
    person = await person_for_update(tx, principal, person_id)
    before = await user_of(tx, principal, person_id)
    new_roles = await roles_of(tx, company, body.roles)
    await grant_roles(tx, principal, person, [role for role in new_roles if role["id"] not in before.role_ids])
    await tx.execute(
        "delete from person_role where person_id = %(person)s and role_id <> all(%(roles)s)",
        {"person": person_id, "roles": body.roles},
    )
    await refuse_without_administrator(tx, company, administrators)
    after = await user_of(tx, principal, person_id)
    return Done(str(person_id), after, {"before": before.roles, "after": after.roles})


async def _set_companies(tx: Tx, principal: Principal, body: CompaniesInput, path: Mapping[str, str]) -> Done:
    """Replaces the companies; those that the caller does not see stay."""
    person_id = path_id(path)
    refuse_self(principal, person_id)
    person = await person_for_update(tx, principal, person_id)
    before = await user_of(tx, principal, person_id)
    extra_companies = grantable_companies(principal, person["company_id"], body.companies)
    if set(extra_companies) - set(before.companies):
        # Their permissions count in the new companies too.
        refuse_granting(principal, await permissions_held_by(tx, principal, person_id))
    await tx.execute(
        "delete from person_company where person_id = %(person)s and company_id = any(%(seen)s)"
        " and company_id <> all(%(companies)s)",
        {"person": person_id, "seen": list(principal.companies), "companies": extra_companies},
    )
    await grant_companies(tx, person, extra_companies)
    after = await user_of(tx, principal, person_id)
    return Done(str(person_id), after, {"before": before.companies, "after": after.companies})


async def _rights(tx: Tx, principal: Principal, path: Mapping[str, str]) -> UserRights | None:
    row = await user_row(tx, principal, path_id(path))
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
