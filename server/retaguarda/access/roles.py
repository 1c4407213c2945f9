"""Roles: the list, one role with its holders, and the checks of a new one."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec

from retaguarda.access.people import words_sql
from retaguarda.access.permission_modules import TOXIC
from retaguarda.access.queries import OF_ROLE, role_number
from retaguarda.access.user_record import TrailMoment, trail_of
from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import invalid_field, not_found
from retaguarda.foundation.permissions import EARNED, Permission
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import VISIBLE
from retaguarda.foundation.table import Table

#: The permissions that a role may carry.
GRANTABLE = frozenset(str(permission) for permission in Permission if permission not in EARNED)

Names = Annotated[list[Annotated[str, msgspec.Meta(max_length=100)]], msgspec.Meta(max_length=500)]


class Role(msgspec.Struct, kw_only=True):
    """``people`` and ``keys`` count the holders; ``toxic`` names pairs in it that one person should not hold together.

    ``second_factor``: its holders must have one.
    """

    id: int
    name: str
    company_id: int
    company_name: str
    permissions: list[str]
    people: int
    keys: int
    toxic: list[str]
    second_factor: bool
    updated_at: datetime


class Holder(msgspec.Struct):
    id: UUID
    name: str
    email: str


class RoleRecord(Role, kw_only=True):
    holders: list[Holder]
    trail: list[TrailMoment]


_PAIRS = ", ".join(f"('{pair.name}', '{pair.first}', '{pair.second}')" for pair in TOXIC)

ROLES_SOURCE = (
    "(select r.id, r.name, r.company_id, r.permissions, r.second_factor, r.updated_at,"
    " (select count(*) from person_role pr where pr.role_id = r.id) as people,"
    " (select count(*) from api_key a where a.role_id = r.id and a.revoked_at is null) as keys,"
    f" array(select t.name from (values {_PAIRS}) t(name, a, b) where t.a = any(r.permissions) and t.b = any(r.permissions)) as toxic"
    " from role r) r left join company k on k.id = r.company_id"
)

ROLES = Table(
    name="access.roles",
    path="/rbac/roles",
    summary="Roles and what they allow",
    permission=Permission.ROLES_READ,
    scope=VISIBLE,
    source=ROLES_SOURCE,
    company="r.company_id",
    key="r.id",
    key_type=int,
    order_by="updated_at",
    columns=(
        Column("id", "r.id", "integer"),
        Column("name", "r.name", sortable=True, searched=True, words=words_sql("r.name")),
        Column("company_id", "r.company_id", "integer"),
        Column("company_name", "k.name"),
        Column("permissions", "r.permissions", many=True),
        Column("people", "r.people", "integer", sortable=True),
        Column("keys", "r.keys", "integer", sortable=True),
        Column("toxic", "r.toxic", many=True),
        Column("second_factor", "r.second_factor", "flag"),
        Column("updated_at", "r.updated_at", "time", sortable=True),
    ),
)


def permissions_of(names: Iterable[str]) -> list[str]:
    """Returns the permissions sorted and distinct.

    Raises:
        ApiError: 400 for one that no role may carry.
    """
    wanted = sorted(set(names))
    unknown = [name for name in wanted if name not in GRANTABLE]
    if unknown:
        raise invalid_field("permissions", "not_allowed", f"{unknown[0][:100]!r} is no permission of a role")
    return wanted


async def role_row(tx: Tx, principal: Principal, role: int) -> Row | None:
    return await tx.one(
        f"select r.*, k.name as company_name from {ROLES_SOURCE} where r.id = %(id)s and r.company_id = %(company)s",
        {"id": role, "company": principal.chosen()},
    )


async def role_of(tx: Tx, principal: Principal, role: int) -> Role:
    row = await role_row(tx, principal, role)
    assert row is not None
    return Role(**row)


async def holders(tx: Tx, role: int) -> list[Holder]:
    rows = await tx.all(
        "select p.id, p.name, p.email from person_role pr join person p on p.id = pr.person_id where pr.role_id = %(role)s"
        " order by p.name, p.id limit 500",
        {"role": role},
    )
    return [Holder(**row) for row in rows]


def role_record_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with OF_ROLE.over(access).open(request, Permission.ROLES_READ) as (tx, principal):
            row: dict[str, Any] | None = await role_row(tx, principal, role_number(request.path_params["id"]))
            if row is None:
                raise not_found("role")
            trail = await trail_of(tx, row["company_id"], f"role:{row['id']}")
            return json_response(RoleRecord(**row, holders=await holders(tx, row["id"]), trail=trail))

    return Route(
        "GET",
        "/rbac/roles/{id:str}",
        "One role: permissions, holders, trail",
        handler,
        permission=Permission.ROLES_READ,
        scope=OF_ROLE,
        answers=RoleRecord,
    )
