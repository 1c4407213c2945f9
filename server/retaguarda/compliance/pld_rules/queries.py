"""Read and lock versions of PLD rules, and map their rows to the API's types."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from uuid import UUID

import msgspec

from retaguarda.compliance.pld_rules.model import (
    BACKTEST_GOOD_DAYS,
    RuleShape,
    RuleVersion,
    Typology,
    VersionRow,
    VersionShape,
    VersionState,
)
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.foundation.typed_rows import struct_fields, struct_of

_TYPOLOGIES = Path(__file__).with_name("typologies.json")
#: A backtest of exactly what a version says, new enough to decide by.
_GOOD = (
    "select id from pld_backtest where version_id = %(id)s and status = 'done' and rule_hash = %(hash)s"
    f" and asked_at > now() - interval '{BACKTEST_GOOD_DAYS} days' order by asked_at desc, id desc limit 1"
)


class _Rule(msgspec.Struct):
    id: UUID
    number: int


@cache
def typologies() -> dict[str, Typology]:
    """The situations of Carta Circular 4.001 by their code."""
    items = json.loads(_TYPOLOGIES.read_text())["items"]
    return {each.code: each for each in msgspec.convert(items, list[Typology])}


async def of_rule(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The company of a rule or of one of its versions: the provider's, for staff."""
    if not principal.internal:
        return None
    found = await tx.value(
        "select 1 from pld_rule where id = %(id)s union all select 1 from pld_rule_version where id = %(id)s",
        {"id": uuid_of(request.path_params["id"])},
    )
    return None if found is None else PROVIDER


def version_of(row: VersionRow) -> RuleVersion:
    return msgspec.convert(struct_fields(RuleVersion, row), RuleVersion)


async def find_version(tx: Tx, version: UUID, *, lock: bool = False) -> VersionRow | None:
    row = await tx.one(
        f"select * from pld_rule_version where id = %(id)s{' for update' if lock else ''}", {"id": version}
    )
    return None if row is None else msgspec.convert(row, VersionRow)


async def version_for_update(tx: Tx, path: Mapping[str, str]) -> VersionRow:
    """Lock a version until the transaction ends.

    Raises:
        ApiError: 404.
    """
    found = await find_version(tx, path_id(path), lock=True)
    if found is None:
        raise not_found("version of the rule")
    return found


async def version_state(tx: Tx, principal: Principal, path: Mapping[str, str]) -> VersionState | None:
    found = await find_version(tx, path_id(path))
    if found is None:
        return None
    return VersionState(found.name, found.status, found.conditions, found.severity, found.target)


async def rule_shape(tx: Tx, version: VersionRow) -> RuleShape:
    number: int = await tx.value("select number from pld_rule where id = %(id)s", {"id": version.rule_id})
    return RuleShape(version.rule_id, number, version_of(version))


async def active_version(tx: Tx, rule: UUID) -> VersionRow | None:
    row = await tx.one("select * from pld_rule_version where rule_id = %(id)s and status = 'active'", {"id": rule})
    return None if row is None else msgspec.convert(row, VersionRow)


async def good_backtest(tx: Tx, version: VersionRow) -> UUID | None:
    found: UUID | None = await tx.value(_GOOD, {"id": version.id, "hash": version.hash})
    return found


async def version_shape(tx: Tx, version: VersionRow, principal: Principal) -> VersionShape:
    return struct_of(
        VersionShape,
        version,
        hash=version.hash.hex(),
        may_approve=principal.person_id not in version.writers,
        backtest=await good_backtest(tx, version),
        hits=await tx.value(
            "select count(*) from pld_hit where version_id = %(id)s and effect <> 'error'", {"id": version.id}
        ),
    )
