"""Commands on rules for payments: write a version, ask for its backtest, approve another person's, activate one."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.rule_groups import refuse_problems
from retaguarda.foundation.rule_versions import VersionRow
from retaguarda.payout_engine.evaluate_rules import PayoutRuleGroup
from retaguarda.payouts.rules.check_groups import problems
from retaguarda.payouts.rules.model import (
    BACKTEST_DAYS,
    PayoutBacktest,
    PayoutRules,
    PayoutRulesChange,
    PayoutRulesInput,
)
from retaguarda.payouts.rules.queries import VERSIONS, backtest_of, processors_of, rules_of, rules_state
from retaguarda.payouts.rules.tables import HOUSE_FACTOR, RULES

WRITE = Permission.PAYOUT_RULE_WRITE
#: The event that the worker follows.
ASKED = "payouts:rules:backtest"


async def _create(tx: Tx, principal: Principal, given: PayoutRulesInput, path: Mapping[str, str]) -> Done:
    await _check(tx, given.groups)
    return _done(await VERSIONS.insert(tx, principal, given.name, given.groups), principal)


async def _change(tx: Tx, principal: Principal, given: PayoutRulesChange, path: Mapping[str, str]) -> Done:
    before = await VERSIONS.locked(tx, path, "draft")
    await _check(tx, given.groups)
    return _done(await VERSIONS.change(tx, principal, before, given.revision, given.name, given.groups), principal)


async def _approve(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Approve somebody else's version, if its backtest ran on exactly these rules."""
    before = await VERSIONS.locked(tx, path, "draft")
    backtest = await backtest_of(tx, before.id, before.revision)
    if backtest is None or backtest.status != "done":
        raise ApiError(409, "backtest_missing", "run a backtest of exactly this version first")
    return _done(await VERSIONS.approve(tx, principal, before), principal)


async def _activate(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Activate a version: it judges from the next payment on. Payments that are being written are waited for."""
    row, last = await VERSIONS.activate(tx, principal, path)
    return _done(row, principal, last=last)


async def _discard(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    return _done(await VERSIONS.discard(tx, principal, await VERSIONS.locked(tx, path, "draft")), principal)


async def _backtest(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    version = await VERSIONS.locked(tx, path, "draft", "approved", "active", "retired")
    await tx.execute("select pg_advisory_xact_lock(hashtext('payout_rule_backtest'))")
    row = await tx.one(
        _ASK,
        {
            "id": uuid7(),
            "version": version.id,
            "revision": version.revision,
            "days": BACKTEST_DAYS,
            "by": principal.email,
        },
    )
    asked = msgspec.convert(row, PayoutBacktest, strict=False)
    data = {"name": f"{version.number} · {version.name}", "number": asked.number, "backtest": str(asked.id)}
    return Done(str(version.id), asked, data)


_ASK = """
    insert into payout_rule_backtest (id, number, version_id, revision, against_id, from_at, until_at, asked_by)
    select %(id)s, coalesce(max(number), 0) + 1, %(version)s, %(revision)s, (select a.id from payout_rules_active() a),
           now() - make_interval(days => %(days)s), now(), %(by)s
      from payout_rule_backtest
    returning id, number, version_id, revision, from_at, until_at, status, payments, report, milliseconds, asked_by, asked_at, ended_at
"""


async def _check(tx: Tx, groups: Sequence[PayoutRuleGroup]) -> None:
    refuse_problems(problems(groups, {each.id: each.usable for each in await processors_of(tx)}))


def _done(row: VersionRow, principal: Principal, **extra: Any) -> Done:
    data = {"number": row.number, "name": f"{row.number} · {row.name}", "groups": len(row.groups), **extra}
    return Done(str(row.id), rules_of(row, principal), data)


def _on_rules(
    action: str, summary: str, apply: Any, *, shape: type[Any] = Nothing, answers: Any = PayoutRules, approvable: bool
) -> Command[Any]:
    return Command(
        name=f"payouts:rules:{action}",
        method="POST",
        path=f"{RULES.path}/{{id:str}}/{action}",
        summary=summary,
        permission=WRITE,
        scope=HOUSE_FACTOR,
        planned=answers is PayoutRules,
        input=shape,
        answers=answers,
        apply=apply,
        keyed=False,
        subject=rules_state,
        approvable=approvable,
        shows=named_by("name"),
    )


COMMANDS = (
    Command(
        name="payouts:rules:create",
        method="POST",
        path=RULES.path,
        summary="Write a draft of rules for payments",
        permission=WRITE,
        scope=HOUSE_FACTOR,
        planned=True,
        input=PayoutRulesInput,
        answers=PayoutRules,
        apply=_create,
        status=201,
    ),
    _on_rules("change", "Change a draft of rules for payments", _change, shape=PayoutRulesChange, approvable=False),
    _on_rules(
        "backtest",
        "Ask a version of every payment of the last 90 days",
        _backtest,
        answers=PayoutBacktest,
        approvable=False,
    ),
    _on_rules("approve", "Agree to rules for payments that somebody else wrote", _approve, approvable=True),
    _on_rules("activate", "Put a version of the rules for payments into force", _activate, approvable=True),
    _on_rules("discard", "Drop a draft of rules for payments", _discard, approvable=False),
)
