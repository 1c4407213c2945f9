"""Versions of the rules as they are read."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.call import Call, Who
from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, uuid_of
from retaguarda.foundation.table import Table
from retaguarda.payin.rules.model import STATUSES, RuleGroup, RuleProcessor, Rules, RulesRecord, RulesState

READ = Permission.PAYIN_RULE_READ

RULES = Table(
    name="payin.rules",
    path="/v1/payin/rules",
    summary="Versions of the rules that send charges to processors",
    permission=READ,
    source="payin_rule_version r",
    company="r.company_id",
    key="r.id",
    order_by="number",
    columns=(
        Column("id", "r.id", "id", searched=True),
        Column("number", "r.number", "integer", sortable=True),
        Column("name", "r.name", searched=True, words="string_to_array(lower(r.name), ' ') || lower(r.name)"),
        Column("status", "r.status", "choice", choices=STATUSES),
        Column("groups", "jsonb_array_length(r.groups)", "integer"),
        Column("written_by", "r.written_by"),
        Column("approved_by", "r.approved_by"),
        Column("activated_by", "r.activated_by"),
        Column("activated_at", "r.activated_at", "time"),
        Column("created_at", "r.created_at", "time", sortable=True),
        Column("updated_at", "r.updated_at", "time", sortable=True),
    ),
)


async def of_rules(tx: Tx, who: Who, call: Call) -> int | None:
    return await tx.value(
        "select company_id from payin_rule_version where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(call.path_params["id"]), "seen": list(who.companies)},
    )


def groups_of(row: Row) -> list[RuleGroup]:
    return msgspec.convert(row["groups"], list[RuleGroup], strict=False)


def rules_of(row: Row, who: Who) -> Rules:
    return Rules(**_fields(row, who))


def _fields(row: Row, who: Who) -> dict[str, Any]:
    own = {"groups": groups_of(row), "may_approve": who.person_id not in row["writers"]}
    return {name: row[name] for name in Rules.__struct_fields__ if name not in own} | own


async def rules_for_update(tx: Tx, path: Mapping[str, str]) -> Row:
    """
    Raises:
        ApiError: 404.
    """
    row = await tx.one("select * from payin_rule_version where id = %(id)s for update", {"id": uuid_of(path["id"])})
    if row is None:
        raise not_found("version of the rules")
    return row


async def rules_state(tx: Tx, who: Who, path: Mapping[str, str]) -> RulesState | None:
    row = await tx.one("select * from payin_rule_version where id = %(id)s", {"id": uuid_of(path["id"])})
    if row is None:
        return None
    return RulesState(row["name"], row["status"], [f"{group.name}: {group.condition}" for group in groups_of(row)])


async def processors_of(tx: Tx) -> list[RuleProcessor]:
    rows = await tx.all(
        "select id, name, enabled and ready and coalesce(certificate_expires_at > now(), true) as usable"
        " from pix_connection order by priority, created_at"
    )
    return [RuleProcessor(**row) for row in rows]


async def _load(tx: Tx, who: Who, version: UUID) -> RulesRecord | None:
    row = await tx.one("select * from payin_rule_version where id = %(id)s", {"id": version})
    return None if row is None else RulesRecord(**_fields(row, who), processors=await processors_of(tx))


RULES_RECORD = Record(
    path=f"{RULES.path}/{{id:str}}",
    summary="One version of the rules: its groups in their order, and who agreed to it",
    permission=READ,
    answers=RulesRecord,
    load=_load,
)
