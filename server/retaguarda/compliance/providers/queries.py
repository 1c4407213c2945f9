"""Reads and locks providers of checks, and maps their rows to the API's shapes."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.compliance.providers.model import CheckProvider, CheckProviderRow, ProviderCallShown
from retaguarda.compliance.providers.tables import CIRCUIT, SOURCE
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.foundation.typed_rows import struct_fields

_ONE = (
    f"select p.*, {CIRCUIT} as circuit, f.used, f.spent, f.calls, f.failed, f.p50, f.p95,"
    " coalesce(p.test_asked_at > coalesce(p.tested_at, '-infinity'), false) as testing"
    f" from {SOURCE} where p.id = %(id)s"
)


class ProviderRules(msgspec.Struct):
    """The fields of a provider that a plan compares."""

    name: str
    priority: int
    quota: int | None
    cost: Money
    status: str


async def find_provider(tx: Tx, provider: UUID) -> CheckProviderRow | None:
    row = await tx.one(_ONE, {"id": provider})
    return None if row is None else msgspec.convert(row, CheckProviderRow)


async def load_provider(tx: Tx, provider: UUID) -> CheckProvider:
    row = await find_provider(tx, provider)
    assert row is not None
    return CheckProvider(**shown_fields(row))


def shown_fields(row: CheckProviderRow) -> dict[str, Any]:
    """What the API tells of a row."""
    fields = msgspec.structs.asdict(row)
    money = {name: Money(getattr(row, name), row.currency) for name in ("cost", "spent")}
    return struct_fields(CheckProvider, fields) | money


async def provider_for_update(tx: Tx, path: Mapping[str, str]) -> CheckProviderRow:
    """
    Raises:
        ApiError: 404.
    """
    number = uuid_of(path.get("id", ""))
    await tx.execute("select from check_provider where id = %(id)s for update", {"id": number})
    row = await find_provider(tx, number)
    if row is None:
        raise not_found("provider")
    return row


async def last_calls(tx: Tx, provider: UUID) -> list[ProviderCallShown]:
    rows = await tx.all(
        "select id, asked_at, shown, purpose, outcome, ms, problem from provider_call where provider_id = %(id)s"
        " order by asked_at desc, id desc limit 20",
        {"id": provider},
    )
    return msgspec.convert(rows, list[ProviderCallShown])


async def provider_rules(tx: Tx, principal: Principal, path: Mapping[str, str]) -> ProviderRules | None:
    row = await find_provider(tx, uuid_of(path.get("id", "")))
    return (
        None
        if row is None
        else ProviderRules(row.name, row.priority, row.quota, Money(row.cost, row.currency), row.status)
    )


async def of_provider(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The provider's own company, for staff; None for everybody else."""
    there = await tx.value(
        "select true from check_provider where id = %(id)s", {"id": uuid_of(request.path_params.get("id", ""))}
    )
    return PROVIDER if there and principal.internal else None
