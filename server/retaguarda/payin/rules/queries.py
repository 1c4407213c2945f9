"""Reads and locks rows of rules and maps them to the API's shapes."""

from collections.abc import Mapping
from typing import Any

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.rule_versions import VersionRow
from retaguarda.foundation.typed_rows import struct_fields
from retaguarda.payin.rules.model import RuleGroup, RuleProcessor, Rules, RulesState


async def of_rules(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from payin_rule_version where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


def groups_of(groups: Any) -> list[RuleGroup]:
    return msgspec.convert(groups, list[RuleGroup], strict=False)


def rules_of(row: VersionRow, principal: Principal) -> Rules:
    return Rules(**rules_fields(row, principal))


def rules_fields(row: VersionRow, principal: Principal) -> dict[str, Any]:
    return struct_fields(Rules, row, groups=groups_of(row.groups), may_approve=principal.person_id not in row.writers)


async def rules_state(tx: Tx, principal: Principal, path: Mapping[str, str]) -> RulesState | None:
    row = await tx.one("select * from payin_rule_version where id = %(id)s", {"id": path_id(path)})
    if row is None:
        return None
    version = msgspec.convert(row, VersionRow)
    groups = [f"{group.name}: {group.condition}" for group in groups_of(version.groups)]
    return RulesState(version.name, version.status, groups)


async def processors_of(tx: Tx) -> list[RuleProcessor]:
    rows = await tx.all(
        "select id, name, enabled and ready and coalesce(certificate_expires_at > now(), true) as usable"
        " from pix_connection order by priority, created_at"
    )
    return [RuleProcessor(**row) for row in rows]
