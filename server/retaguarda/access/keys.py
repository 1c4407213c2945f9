"""API keys: the list, one key, and the checks of a new one."""

import ipaddress
from datetime import UTC, datetime, timedelta
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.access.people import words_sql
from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import invalid_field, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import VISIBLE
from retaguarda.foundation.table import Table

STATES = ("active", "rotating", "expired", "revoked")
MOST_ADDRESSES = 20
LONGEST = timedelta(days=3_650)

Addresses = Annotated[list[Annotated[str, msgspec.Meta(max_length=50)]], msgspec.Meta(max_length=MOST_ADDRESSES)]


class Key(msgspec.Struct, kw_only=True):
    """An API key. ``addresses`` are networks (CIDR), empty: from anywhere; ``prefix`` is the part of the secret that
    may be shown.
    """

    id: UUID
    name: str
    role_id: int | None
    role_name: str | None
    company_id: int
    company_name: str
    prefix: str
    addresses: list[str]
    expires_at: datetime | None
    last_used_at: datetime | None
    last_used_ip: str | None
    status: str
    grace_until: datetime | None
    created_at: datetime
    created_by: str


class KeyWithSecret(Key, kw_only=True):
    """``secret`` is returned once; null when the request is replayed under its idempotency key."""

    secret: str | None


KEYS_SOURCE = (
    "(select a.id, a.name, a.role_id, r.name as role_name, a.company_id, a.prefix, a.expires_at, a.last_used_at,"
    " host(a.last_used_ip) as last_used_ip, a.created_at, a.created_by,"
    " array(select n::text from unnest(a.addresses) n) as addresses,"
    " case when a.grace_until > now() then a.grace_until end as grace_until,"
    " case when a.revoked_at is not null then 'revoked' when a.expires_at <= now() then 'expired'"
    "  when a.grace_until > now() then 'rotating' else 'active' end as status"
    " from api_key a left join role r on r.id = a.role_id) a left join company k on k.id = a.company_id"
)

KEYS = Table(
    name="access.keys",
    path="/rbac/keys",
    summary="Keys of programs",
    permission=Permission.KEYS_READ,
    scope=VISIBLE,
    source=KEYS_SOURCE,
    company="a.company_id",
    key="a.id",
    order_by="created_at",
    columns=(
        Column("id", "a.id", "id", searched=True),
        Column("name", "a.name", sortable=True, searched=True, words=words_sql("a.name")),
        Column("role_id", "a.role_id", "integer"),
        Column("role_name", "a.role_name"),
        Column("company_id", "a.company_id", "integer"),
        Column("company_name", "k.name"),
        Column("prefix", "a.prefix", searched=True),
        Column("addresses", "a.addresses", many=True),
        Column("expires_at", "a.expires_at", "time"),
        Column("last_used_at", "a.last_used_at", "time"),
        Column("last_used_ip", "a.last_used_ip"),
        Column("status", "a.status", "choice", sortable=True, choices=STATES),
        Column("grace_until", "a.grace_until", "time"),
        Column("created_at", "a.created_at", "time", sortable=True),
        Column("created_by", "a.created_by"),
    ),
)


async def key_of(tx: Tx, principal: Principal, key: UUID) -> Key:
    row = await tx.one(
        f"select a.*, k.name as company_name from {KEYS_SOURCE} where a.id = %(id)s and a.company_id = %(company)s",
        {"id": key, "company": principal.chosen()},
    )
    assert row is not None
    return Key(**row)


async def key_for_update(tx: Tx, principal: Principal, key: UUID) -> Row:
    """Returns the key with its role's ``permissions``, locked until the transaction ends.

    Raises:
        ApiError: 404, also for a key of another company.
    """
    row = await tx.one(
        "select a.*, coalesce(r.permissions, '{}') as permissions, coalesce(a.expires_at <= now(), false) as expired"
        " from api_key a left join role r on r.id = a.role_id"
        " where a.id = %(id)s and a.company_id = %(company)s for update of a",
        {"id": key, "company": principal.chosen()},
    )
    if row is None:
        raise not_found("key")
    return row


def networks(addresses: list[str]) -> list[str]:
    """Normalizes to distinct networks; a single address is a network of one.

    Raises:
        ApiError: 400, field addresses.
    """
    networks_ = dict[str, None]()
    for text in addresses:
        try:
            networks_[str(ipaddress.ip_network(text.strip(), strict=False))] = None
        except ValueError:
            raise invalid_field("addresses", "invalid", f"{text[:50]!r} is no address and no network") from None
    return list(networks_)


def future_expiry(at: datetime | None) -> datetime | None:
    """Checks that an expiry lies in the future, within ten years.

    Raises:
        ApiError: 400, field expires_at.
    """
    if at is None:
        return None
    now = datetime.now(UTC)
    if at.tzinfo is None or not timedelta() < at - now <= LONGEST:
        raise invalid_field("expires_at", "invalid", "expires_at is a time to come, with its zone, within ten years")
    return at
