"""Reads versions, backtests and traces of rules, and maps them to the API's shapes."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.rule_versions import RuleVersions, VersionRow
from retaguarda.foundation.typed_rows import struct_fields
from retaguarda.payout_engine.evaluate_rules import PayoutRuleGroup
from retaguarda.payouts.rules.model import PayoutBacktest, PayoutRuleProcessor, PayoutRules, PayoutRulesState, RuleTrace

VERSIONS = RuleVersions("payout_rule_version")


async def of_rules(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from payout_rule_version where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


def groups_of(row: VersionRow) -> list[PayoutRuleGroup]:
    return msgspec.convert(row.groups, list[PayoutRuleGroup], strict=False)


def rules_fields(row: VersionRow, principal: Principal) -> dict[str, Any]:
    return struct_fields(PayoutRules, row, groups=groups_of(row), may_approve=principal.person_id not in row.writers)


def rules_of(row: VersionRow, principal: Principal) -> PayoutRules:
    return PayoutRules(**rules_fields(row, principal))


async def rules_state(tx: Tx, principal: Principal, path: Mapping[str, str]) -> PayoutRulesState | None:
    row = await VERSIONS.find(tx, path_id(path))
    if row is None:
        return None
    return PayoutRulesState(row.name, row.status, [f"{group.name}: {group.condition}" for group in groups_of(row)])


async def processors_of(tx: Tx) -> list[PayoutRuleProcessor]:
    rows = await tx.all(
        "select id, name, enabled and ready and coalesce(certificate_expires_at > now(), true) as usable"
        " from payout_processor order by priority, created_at"
    )
    return msgspec.convert(rows, list[PayoutRuleProcessor])


async def backtest_of(tx: Tx, version: UUID, revision: int) -> PayoutBacktest | None:
    """The newest backtest of exactly this revision."""
    row = await tx.one(_NEWEST, {"version": version, "revision": revision})
    return None if row is None else msgspec.convert(row, PayoutBacktest, strict=False)


async def trace_of(tx: Tx, company: int, payout: UUID) -> RuleTrace | None:
    """Why a payment was judged as it was; None: no rules were in force."""
    row = await tx.one(
        "select number, version_id, action, met, facts, judged_at from payout_rule_trace"
        " where company_id = %(company)s and payout_id = %(payout)s",
        {"company": company, "payout": payout},
    )
    return None if row is None else msgspec.convert(row, RuleTrace)


_NEWEST = """
    select id, number, version_id, revision, from_at, until_at, status, payments, report, milliseconds, asked_by, asked_at, ended_at
      from payout_rule_backtest where version_id = %(version)s and revision = %(revision)s order by asked_at desc limit 1
"""
