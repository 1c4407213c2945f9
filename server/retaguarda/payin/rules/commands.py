"""Commands on rules: write a version, approve another person's, activate one; an older one too."""

from collections.abc import Mapping, Sequence
from typing import Any

from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.rule_groups import refuse_problems
from retaguarda.foundation.rule_versions import RuleVersions, VersionRow
from retaguarda.foundation.scope import HOUSE
from retaguarda.payin.rules.evaluate_charge import problems
from retaguarda.payin.rules.model import RuleGroup, Rules, RulesChange, RulesInput
from retaguarda.payin.rules.queries import processors_of, rules_of, rules_state
from retaguarda.payin.rules.tables import RULES

WRITE = Permission.PAYIN_RULE_WRITE


VERSIONS = RuleVersions("payin_rule_version")


async def _create(tx: Tx, principal: Principal, given: RulesInput, path: Mapping[str, str]) -> Done:
    await _check(tx, given.groups)
    return _done(await VERSIONS.insert(tx, principal, given.name, given.groups), principal)


async def _change(tx: Tx, principal: Principal, given: RulesChange, path: Mapping[str, str]) -> Done:
    before = await VERSIONS.locked(tx, path, "draft")
    await _check(tx, given.groups)
    return _done(await VERSIONS.change(tx, principal, before, given.revision, given.name, given.groups), principal)


async def _approve(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    return _done(await VERSIONS.approve(tx, principal, await VERSIONS.locked(tx, path, "draft")), principal)


async def _activate(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Activate a version; the one before retires and can be activated again."""
    row, last = await VERSIONS.activate(tx, principal, path)
    return _done(row, principal, last=last)


async def _discard(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    return _done(await VERSIONS.discard(tx, principal, await VERSIONS.locked(tx, path, "draft")), principal)


async def _check(tx: Tx, groups: Sequence[RuleGroup]) -> None:
    refuse_problems(problems(groups, {each.id: each.usable for each in await processors_of(tx)}))


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Name what merchants have of their own for groups that this version does not have: it applies to no charge any more."""
    rules: Rules = done.result
    lost = await tx.value(_LOST, {"names": [each.name for each in rules.groups]})
    return plan_summary(str(done.data["name"]), {"own_rules_lost": lost} if lost else {})


_LOST = """
    select string_agg(rule || ' (' || merchants || ')', ', ' order by rule)
      from (select own ->> 'rule' as rule, count(*) as merchants from jsonb_array_elements(merchant_rules_in_force()) own
             where own ->> 'rule' <> all (%(names)s) group by 1) lost
"""


def _done(row: VersionRow, principal: Principal, **extra: Any) -> Done:
    data = {"number": row.number, "name": f"{row.number} · {row.name}", "groups": len(row.groups), **extra}
    return Done(str(row.id), rules_of(row, principal), data)


def _on_rules(action: str, summary: str, apply: Any, *, shape: type[Any] = Nothing, approvable: bool) -> Command[Any]:
    return Command(
        name=f"payin:rules:{action}",
        method="POST",
        path=f"{RULES.path}/{{id:str}}/{action}",
        summary=summary,
        permission=WRITE,
        scope=HOUSE,
        planned=True,
        input=shape,
        answers=Rules,
        apply=apply,
        keyed=False,
        subject=rules_state,
        approvable=approvable,
        shows=_shows if action in ("approve", "activate") else named_by("name"),
    )


COMMANDS = (
    Command(
        name="payin:rules:create",
        method="POST",
        path=RULES.path,
        summary="Write a draft of rules",
        permission=WRITE,
        scope=HOUSE,
        planned=True,
        input=RulesInput,
        answers=Rules,
        apply=_create,
        status=201,
    ),
    _on_rules("change", "Change a draft of rules", _change, shape=RulesChange, approvable=False),
    _on_rules("approve", "Agree to rules that somebody else wrote", _approve, approvable=True),
    _on_rules("activate", "Put a version of the rules into force", _activate, approvable=True),
    _on_rules("discard", "Drop a draft of rules", _discard, approvable=False),
)
