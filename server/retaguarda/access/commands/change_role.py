"""Creates, changes and deletes roles."""

from collections.abc import Mapping

import msgspec
from psycopg.errors import CheckViolation, ForeignKeyViolation, UniqueViolation

from retaguarda.access.guards import (
    clean_name,
    lock_administrators,
    refuse_granting,
    refuse_wider_reach,
    refuse_without_administrator,
)
from retaguarda.access.queries import OF_ROLE, role_number
from retaguarda.access.roles import Names, Role, permissions_of, role_of
from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import NEW
from retaguarda.identity.responses import Ok

#: Nobody may take these from themselves, because they could not take them back.
_ADMINISTRATIVE = frozenset({Permission.USERS_WRITE, Permission.ROLES_WRITE})


class RoleInput(msgspec.Struct, forbid_unknown_fields=True):
    """``second_factor``: holders can do nothing until they have one."""

    name: str
    permissions: Names
    second_factor: bool = False


class RoleChange(msgspec.Struct, forbid_unknown_fields=True):
    """Without ``name`` or ``second_factor`` the role keeps its own."""

    permissions: Names
    name: str | None = None
    second_factor: bool | None = None


class RoleRights(msgspec.Struct):
    """A role, as a plan compares it."""

    name: str
    permissions: str
    second_factor: bool


async def _create(tx: Tx, principal: Principal, body: RoleInput, path: Mapping[str, str]) -> Done:
    name, permissions = clean_name("name", body.name, 60), permissions_of(body.permissions)
    refuse_granting(principal, permissions)
    try:
        role_id = await tx.value(
            "insert into role (company_id, name, permissions, second_factor)"
            " values (%(company)s, %(name)s, %(permissions)s, %(factor)s) returning id",
            {"company": principal.chosen(), "name": name, "permissions": permissions, "factor": body.second_factor},
        )
    except UniqueViolation:
        raise _name_taken() from None
    data = {"name": name, "after": permissions, **({"second_factor": True} if body.second_factor else {})}
    return Done(f"role:{role_id}", await role_of(tx, principal, role_id), data)


async def _change(tx: Tx, principal: Principal, body: RoleChange, path: Mapping[str, str]) -> Done:
    permissions = permissions_of(body.permissions)
    company = principal.chosen()
    administrators = await lock_administrators(tx, company)
    role = await _role_for_update(tx, principal, role_number(path["id"]))
    name = role["name"] if body.name is None else clean_name("name", body.name, 60)
    second_factor = role["second_factor"] if body.second_factor is None else body.second_factor
    if added := set(permissions) - set(role["permissions"]):
        refuse_granting(principal, added)
        holders = await tx.all("select person_id from person_role where role_id = %(id)s", role)
        await refuse_wider_reach(tx, principal, [row["person_id"] for row in holders])
    try:
        await tx.execute(
            "update role set name = %(name)s, permissions = %(permissions)s, second_factor = %(factor)s, updated_at = now()"
            " where id = %(id)s",
            {"name": name, "permissions": permissions, "factor": second_factor, "id": role["id"]},
        )
    except UniqueViolation:
        raise _name_taken() from None
    await refuse_without_administrator(tx, company, administrators)
    await _refuse_own_loss(tx, principal)
    data = {"name": name, "before": sorted(role["permissions"]), "after": permissions}
    return Done(f"role:{role['id']}", await role_of(tx, principal, role["id"]), data)


async def _delete(tx: Tx, principal: Principal, body: Nothing, path: Mapping[str, str]) -> Done:
    role = await _role_for_update(tx, principal, role_number(path["id"]))
    try:
        await tx.execute("delete from role where id = %(id)s", role)
    except (ForeignKeyViolation, CheckViolation):
        raise ApiError(409, "role_in_use", "somebody holds this role, or a key works with it") from None
    return Done(f"role:{role['id']}", Ok("role_deleted"), {"name": role["name"], "before": sorted(role["permissions"])})


async def _role_for_update(tx: Tx, principal: Principal, role: int) -> Row:
    row = await tx.one(
        "select id, name, permissions, second_factor from role where id = %(id)s and company_id = %(company)s for update",
        {"id": role, "company": principal.chosen()},
    )
    if row is None:
        raise not_found("role")
    return row


async def _refuse_own_loss(tx: Tx, principal: Principal) -> None:
    """Refuses a change that ends the caller's own administration.

    Raises:
        ApiError: 409 ``not_on_yourself``.
    """
    rows = await tx.all(
        "select distinct unnest(r.permissions) as held from role r where r.id in"
        " (select role_id from person_role where person_id = %(id)s)"
        " or r.id = (select role_id from api_key where id = %(id)s)",
        {"id": principal.person_id},
    )
    if (principal.permissions & _ADMINISTRATIVE) - {row["held"] for row in rows}:
        raise ApiError(409, "not_on_yourself", "this would take your own administration from you")


async def _rights(tx: Tx, principal: Principal, path: Mapping[str, str]) -> RoleRights | None:
    row = await tx.one(
        "select name, permissions, second_factor from role where id = %(id)s and company_id = %(company)s",
        {"id": role_number(path["id"]), "company": principal.chosen()},
    )
    return None if row is None else RoleRights(row["name"], ", ".join(sorted(row["permissions"])), row["second_factor"])


def _name_taken() -> ApiError:
    return ApiError(409, "name_taken", "a role of this company has this name")


CREATE_ROLE = Command(
    name="access:role:create",
    method="POST",
    path="/rbac/roles",
    summary="Make a role",
    permission=Permission.ROLES_WRITE,
    scope=NEW,
    input=RoleInput,
    answers=Role,
    apply=_create,
    status=201,
    approvable=True,
    shows=named_by("name"),
)

CHANGE_ROLE = Command(
    name="access:role:change",
    method="PUT",
    path="/rbac/roles/{id:str}",
    summary="Change what a role allows; it counts from the next call of whoever holds it",
    permission=Permission.ROLES_WRITE,
    scope=OF_ROLE,
    changes_rights=True,
    input=RoleChange,
    answers=Role,
    apply=_change,
    keyed=False,
    subject=_rights,
    approvable=True,
    shows=named_by("name"),
)

DELETE_ROLE = Command(
    name="access:role:delete",
    method="DELETE",
    path="/rbac/roles/{id:str}",
    summary="Delete a role that nobody holds",
    permission=Permission.ROLES_WRITE,
    scope=OF_ROLE,
    input=Nothing,
    answers=Ok,
    apply=_delete,
    keyed=False,
)
