"""Reads and locks rows of rules and maps them to the API's shapes."""

from collections.abc import Mapping
from typing import Any

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.typed_rows import struct_fields
from retaguarda.payin.rules.model import RuleGroup, RuleProcessor, Rules, RulesState


async def of_rules(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from payin_rule_version where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


def groups_of(row: Row) -> list[RuleGroup]:
    return msgspec.convert(row["groups"], list[RuleGroup], strict=False)


def rules_of(row: Row, principal: Principal) -> Rules:
    return Rules(**rules_fields(row, principal))


def rules_fields(row: Row, principal: Principal) -> dict[str, Any]:
    own = {"groups": groups_of(row), "may_approve": principal.person_id not in row["writers"]}
    return struct_fields(Rules, row, **own)


async def rules_for_update(tx: Tx, path: Mapping[str, str]) -> Row:
    """Return the version's row, locked.

    Raises:
        ApiError: 404.
    """
    row = await tx.one("select * from payin_rule_version where id = %(id)s for update", {"id": path_id(path)})
    if row is None:
        raise not_found("version of the rules")
    return row


async def rules_state(tx: Tx, principal: Principal, path: Mapping[str, str]) -> RulesState | None:
    row = await tx.one("select * from payin_rule_version where id = %(id)s", {"id": path_id(path)})
    if row is None:
        return None
    return RulesState(row["name"], row["status"], [f"{group.name}: {group.condition}" for group in groups_of(row)])


async def processors_of(tx: Tx) -> list[RuleProcessor]:
    rows = await tx.all(
        "select id, name, enabled and ready and coalesce(certificate_expires_at > now(), true) as usable"
        " from pix_connection order by priority, created_at"
    )
    return [RuleProcessor(**row) for row in rows]
