"""Plans a change of a role, and lists who holds a permission."""

from uuid import UUID

import msgspec

from retaguarda.access.grants import Number
from retaguarda.access.permission_modules import MODULES, toxic_pairs_in
from retaguarda.access.roles import GRANTABLE, Holder, Names, holders, permissions_of
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import VISIBLE


class PlanInput(msgspec.Struct, forbid_unknown_fields=True):
    """``id`` missing: a new role."""

    permissions: Names
    id: Number | None = None


class KeyName(msgspec.Struct):
    id: UUID
    name: str


class Toxic(msgspec.Struct):
    name: str
    permissions: list[str]


class Plan(msgspec.Struct):
    """``not_yours``: what this would grant and the caller does not hold; saving is refused."""

    added: list[str]
    removed: list[str]
    people: list[Holder]
    keys: list[KeyName]
    toxic: list[Toxic]
    not_yours: list[str]


class PermissionModule(msgspec.Struct):
    module: str
    view: list[str]
    edit: list[str]


class PermissionHolder(msgspec.Struct):
    id: UUID
    name: str
    email: str
    company_id: int
    roles: list[str]


class Holders(msgspec.Struct):
    """``roles``: those that give the permission. At most 500 people and 500 keys."""

    people: list[PermissionHolder]
    keys: list[KeyName]


def plan_routes(access: Access) -> list[Route]:
    async def plan(request: Request) -> Response:
        body = request.read(PlanInput)
        new_permissions = set(permissions_of(body.permissions))
        async with VISIBLE.over(access).open(request, Permission.ROLES_WRITE) as (tx, principal):
            people, keys, old_permissions = list[Holder](), list[KeyName](), set[str]()
            if body.id is not None:
                visible_companies = list(principal.companies) if principal.account is None else [principal.account]
                role = await tx.one(
                    "select id, permissions from role where id = %(id)s and company_id = any(%(seen)s)",
                    {"id": body.id, "seen": visible_companies},
                )
                if role is None:
                    raise not_found("role")
                old_permissions = set(role["permissions"])
                people = await holders(tx, body.id)
                rows = await tx.all(
                    "select id, name from api_key where role_id = %(id)s and revoked_at is null order by name, id limit 500",
                    role,
                )
                keys = [KeyName(**row) for row in rows]
            return json_response(
                Plan(
                    added=sorted(new_permissions - old_permissions),
                    removed=sorted(old_permissions - new_permissions),
                    people=people,
                    keys=keys,
                    toxic=[Toxic(pair.name, [pair.first, pair.second]) for pair in toxic_pairs_in(new_permissions)],
                    not_yours=sorted(new_permissions - old_permissions - principal.permissions),
                )
            )

    async def all_permissions(request: Request) -> Response:
        async with VISIBLE.over(access).open(request, Permission.ROLES_READ):
            return json_response([PermissionModule(m.name, list(m.view), list(m.edit)) for m in MODULES])

    async def who_can(request: Request) -> Response:
        permission = request.path_params["permission"]
        async with VISIBLE.over(access).open(request, Permission.ROLES_READ) as (tx, principal):
            if permission not in GRANTABLE:
                raise not_found("permission")
            params = {
                "permission": permission,
                "seen": list(principal.companies) if principal.account is None else [principal.account],
            }
            people = await tx.all(_PEOPLE, params)
            keys = await tx.all(_KEYS, params)
            return json_response(Holders([PermissionHolder(**row) for row in people], [KeyName(**row) for row in keys]))

    path, read = "/rbac/permissions", Permission.ROLES_READ
    return [
        Route(
            "POST",
            "/rbac/roles/plan",
            "What a change of a role would do",
            plan,
            permission=Permission.ROLES_WRITE,
            scope=VISIBLE,
            body=PlanInput,
            answers=Plan,
        ),
        Route(
            "GET",
            path,
            "Every permission, by module",
            all_permissions,
            permission=read,
            scope=VISIBLE,
            answers=list[PermissionModule],
        ),
        Route(
            "GET",
            f"{path}/{{permission:str}}/holders",
            "Who can do this?",
            who_can,
            permission=read,
            scope=VISIBLE,
            answers=Holders,
        ),
    ]


#: Suspended people can do nothing.
_PEOPLE = (
    "select p.id, p.name, p.email, p.company_id, array_agg(r.name order by r.name) as roles"
    " from role r join person_role pr on pr.role_id = r.id join person p on p.id = pr.person_id"
    " where %(permission)s = any(r.permissions) and r.company_id = any(%(seen)s) and p.disabled_at is null"
    " group by p.id, p.name, p.email, p.company_id order by p.name, p.id limit 500"
)
_KEYS = (
    "select a.id, a.name from api_key a join role r on r.id = a.role_id"
    " where %(permission)s = any(r.permissions) and a.company_id = any(%(seen)s) and a.revoked_at is null"
    " and coalesce(a.expires_at > now(), true) order by a.name, a.id limit 500"
)
