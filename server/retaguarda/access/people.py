"""People in access control: the list, and one person."""

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import VISIBLE
from retaguarda.foundation.table import Table
from retaguarda.foundation.typed_rows import struct_fields
from retaguarda.identity.profile import SENSITIVE

STATES = ("invited", "active", "suspended")


class User(msgspec.Struct, kw_only=True):
    """A person. ``companies``: those they see, as far as the caller sees them too; staff see all and list only their
    own here.
    """

    id: UUID
    name: str
    email: str
    status: str
    roles: list[str]
    role_ids: list[int]
    company_id: int
    company_name: str
    companies: list[int]
    two_factor: bool
    sensitive: bool
    last_sign_in_at: datetime | None
    created_at: datetime
    invited_by: str | None
    internal: bool | msgspec.UnsetType = msgspec.UNSET


_SENSITIVE = "array[" + ", ".join(f"'{permission}'" for permission in sorted(SENSITIVE)) + "]"

#: People with what they hold. Roles belong to the person's own company.
PEOPLE = (
    "(select p.id, p.company_id, p.email, p.name, p.created_at, p.last_sign_in_at, p.invited_by, p.internal,"
    " case when p.disabled_at is not null then 'suspended' when p.joined_at is null then 'invited' else 'active' end as status,"
    " p.totp_secret is not null or exists (select 1 from passkey k where k.person_id = p.id) as two_factor,"
    " array(select r.name from person_role pr join role r on r.id = pr.role_id where pr.person_id = p.id order by r.name) as roles,"
    " array(select pr.role_id from person_role pr where pr.person_id = p.id order by 1) as role_ids,"
    " array(select distinct g from person_role pr join role r on r.id = pr.role_id, unnest(r.permissions) g"
    "  where pr.person_id = p.id order by g) as permissions,"
    " array(select p.company_id union select pc.company_id from person_company pc where pc.person_id = p.id order by 1) as companies"
    " from person p) p left join company k on k.id = p.company_id"
)
_IS_SENSITIVE = f"(p.permissions && {_SENSITIVE} and not p.two_factor)"


def words_sql(column: str) -> str:
    return f"string_to_array(lower({column}), ' ')"


USERS = Table(
    name="access.users",
    path="/rbac/users",
    summary="People and what they may do",
    permission=Permission.USERS_READ,
    scope=VISIBLE,
    source=PEOPLE,
    company="p.company_id",
    key="p.id",
    order_by="created_at",
    columns=(
        Column("id", "p.id", "id", searched=True),
        Column("name", "p.name", sortable=True, searched=True, words=words_sql("p.name")),
        Column(
            "email",
            "p.email",
            sortable=True,
            searched=True,
            words=f"{words_sql('p.email')} || split_part(lower(p.email), '@', 1)",
        ),
        Column("status", "p.status", "choice", sortable=True, choices=STATES),
        Column("roles", "p.roles", many=True),
        Column("role_ids", "p.role_ids", "integer", many=True),
        Column("company_id", "p.company_id", "integer"),
        Column("company_name", "k.name"),
        Column("companies", "p.companies", "integer", many=True),
        Column("two_factor", "p.two_factor", "flag"),
        Column("sensitive", _IS_SENSITIVE, "flag"),
        Column("last_sign_in_at", "p.last_sign_in_at", "time"),
        Column("created_at", "p.created_at", "time", sortable=True),
        Column("invited_by", "p.invited_by"),
        Column("internal", "p.internal", "flag", internal=True),
    ),
)


async def user_row(tx: Tx, principal: Principal, person: UUID) -> Row | None:
    """Returns a person of the request's company, with ``permissions``."""
    return await tx.one(
        f"select p.*, k.name as company_name, {_IS_SENSITIVE} as sensitive from {PEOPLE}"
        " where p.id = %(id)s and p.company_id = %(company)s",
        {"id": person, "company": principal.chosen()},
    )


def user_fields(row: Row, principal: Principal) -> dict[str, Any]:
    fields = struct_fields(User, row, without=("internal",))
    return fields | ({"internal": row["internal"]} if principal.internal else {})


async def user_of(tx: Tx, principal: Principal, person: UUID) -> User:
    row = await user_row(tx, principal, person)
    assert row is not None
    return User(**user_fields(row, principal))


async def permissions_held_by(tx: Tx, principal: Principal, person: UUID) -> list[str]:
    """Returns the permissions that a person of the request's company holds through roles."""
    row = await user_row(tx, principal, person)
    return [] if row is None else row["permissions"]
