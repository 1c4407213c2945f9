"""Evaluates the rules for one payment. Compiled once, evaluated often, without I/O."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.conditions import LONGEST, Rule, RuleError

Action = Literal["allow", "warn", "route", "second_person", "hold", "refuse"]
#: From the weakest to the strongest; the strongest that was met decides.
ACTIONS: tuple[Action, ...] = ("allow", "warn", "route", "second_person", "hold", "refuse")

#: What a condition may name, with a payment to try it on: what fails there would fail on every payment.
FACTS: Mapping[str, Any] = {
    "amount": 10_000,
    "merchant": 2,
    "hour": 12,
    "weekday": 3,
    "method": "pix",
    "batch": False,
    "first": True,
    "changed_destination": False,
    "trusted": False,
    "same_today": 0,
    "duplicates": 0,
    "payee_age_days": 0,
    "dormant_days": 0,
    "today_sum": 0,
    "today_first_payees": 0,
    "name_class": "match",
    "name_score": 100,
    "owner_match": "agree",
    "key_age_days": 400,
    "shared_with": 0,
    "batch_total": 0,
    "batch_first_share": 0,
    "maker_hour_usual": True,
    "session_new_device": False,
}
NAMES = frozenset(FACTS)


class PayoutRuleGroup(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One rule: what becomes of a payment on which its condition (CEL) holds; an empty condition always does.

    Sums are minor units, ``hour`` and ``weekday`` (1 is Monday) are the merchant's. ``allow`` ends the search: what stands below
    it is not asked. ``minutes``: of a hold. ``processor``: of a route.
    """

    name: Annotated[str, msgspec.Meta(max_length=80)]
    condition: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""
    action: Action
    minutes: Annotated[int, msgspec.Meta(ge=5, le=1440)] | None = None
    processor: UUID | None = None


class MetGroup(msgspec.Struct):
    """A group that a payment met; ``group`` counts from zero."""

    group: int
    name: str
    action: Action


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules make of a payment; without any group met it is allowed."""

    action: Action = "allow"
    met: tuple[MetGroup, ...] = ()
    minutes: int | None = None
    processor: UUID | None = None


class RuleSet:
    """The groups of one version, compiled.

    Raises:
        RuleError: a condition is invalid.
    """

    def __init__(self, groups: Sequence[PayoutRuleGroup]) -> None:
        self.groups = groups
        self._rules = [Rule(text, NAMES) if (text := group.condition.strip()) else None for group in groups]
        #: Facts that any condition uses.
        self.uses = sorted({name for rule in self._rules if rule for name in rule.uses})

    def judge(self, facts: Mapping[str, Any]) -> Verdict:
        met = list[MetGroup]()
        for place, (group, rule) in enumerate(zip(self.groups, self._rules, strict=True)):
            if _holds(group, rule, facts):
                met.append(MetGroup(place, group.name, group.action))
                if group.action == "allow":
                    break
        if not met:
            return Verdict()
        strongest = ACTIONS[max(ACTIONS.index(each.action) for each in met)]
        ones = [self.groups[each.group] for each in met]
        minutes = max((each.minutes or 0 for each in ones if each.action == "hold"), default=0)
        processor = next((each.processor for each in ones if each.action == "route"), None)
        return Verdict(strongest, tuple(met), minutes or None, processor)


def _holds(group: PayoutRuleGroup, rule: Rule | None, facts: Mapping[str, Any]) -> bool:
    if rule is None:
        return True
    try:
        return rule.holds(facts)
    except RuleError:
        # A condition that fails on a payment must not let it pass, and must not send it elsewhere either.
        return group.action not in ("allow", "route")
