"""Evaluates the rules for one charge. Compiled once, evaluated often, without I/O."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, get_args
from uuid import UUID

from retaguarda.foundation.conditions import Rule, RuleError
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.rule_groups import GroupProblem, group_problems
from retaguarda.payin.rules.model import Action, Kind, Payer, RuleGroup, RuleOverride

NAMES = frozenset({"amount", "hour", "merchant", "payer", "first_seen", "kind"})

#: Charges of every sort. A condition that fails on one (``amount > 'abc'``) would hold back or block every such charge.
_CHARGES: Sequence[Mapping[str, Any]] = [
    {"amount": 100, "hour": 12, "merchant": 1, "payer": payer, "first_seen": first_seen, "kind": kind}
    for payer in get_args(Payer)
    for first_seen in (False, True)
    for kind in get_args(Kind)
]


@dataclass(frozen=True, slots=True)
class Decision:
    """``group`` counts from zero; None: no group's condition held, and the priorities decide."""

    group: int | None = None
    name: str | None = None
    action: Action | None = None
    processor: UUID | None = None
    reason: str | None = None
    #: What a merchant has of its own decided: it hears of a review, and no more.
    neutral: bool = False


#: Strictness of actions; a merchant's own is never looser than the rule's.
_STRICTER: Mapping[str, int] = {"share": 0, "review": 1, "block": 2}


class Decider:
    """Evaluates groups in their order; the first whose condition holds decides."""

    def __init__(self, groups: Sequence[RuleGroup]) -> None:
        """Compile the groups.

        Raises:
            RuleError: a condition is invalid.
        """
        self.groups = groups
        self._rules = [Rule(text, NAMES) if (text := group.condition.strip()) else None for group in groups]
        #: Whether any condition uses first_seen, which costs a query.
        self.uses_first_seen = any("first_seen" in group.condition for group in groups)

    def decide(
        self,
        facts: Mapping[str, Any],
        txid: str,
        overrides: Mapping[str, RuleOverride] | None = None,
        at: datetime | None = None,
    ) -> Decision:
        """``overrides``: of the merchant, by rule, in force at ``at``."""
        for place, (group, rule) in enumerate(zip(self.groups, self._rules, strict=True)):
            if _holds(group, rule, facts):
                override = overrides.get(group.name) if overrides else None
                if override is not None and (override.until is None or at is None or override.until > at):
                    action = overridden_action(group, override, facts["amount"])
                    if action is None:
                        continue
                    if action != group.action:
                        return Decision(place, group.name, action, draw_processor(group, txid), None, neutral=True)
                return Decision(place, group.name, group.action, draw_processor(group, txid), group.reason)
        return Decision()


def overridden_action(group: RuleGroup, override: RuleOverride, amount: int) -> Action | None:
    """What a rule does for a merchant with one of its own; None: it is off."""
    if override.kind == "off":
        # Only what refuses or holds can be off: a rule that chooses a processor still does.
        return None if group.action != "share" else group.action
    stricter = _STRICTER[override.kind] > _STRICTER[group.action]
    enough = override.least_amount is None or amount >= override.least_amount
    return override.kind if stricter and enough else group.action


def _holds(group: RuleGroup, rule: Rule | None, facts: Mapping[str, Any]) -> bool:
    if rule is None:
        return True
    try:
        return rule.holds(facts)
    except RuleError:
        # A condition that fails on a charge must not let it pass, and must not route it either.
        return group.action != "share"


def draw_processor(group: RuleGroup, txid: str) -> UUID | None:
    """Draw the processor by the group's shares: always the same for one txid, so that a repetition changes nothing."""
    ticket = int.from_bytes(hashlib.sha256(txid.encode()).digest()[:8]) % 100
    for share in group.shares:
        ticket -= share.percent
        if ticket < 0:
            return share.processor
    return None


def facts(
    *, amount: int, at: datetime, merchant: int, document: str | None, first_seen: bool, kind: str
) -> dict[str, Any]:
    return {
        "amount": amount,
        "hour": at.astimezone(BRASILIA).hour,
        "merchant": merchant,
        "payer": payer_of(document),
        "first_seen": first_seen,
        "kind": kind,
    }


def payer_of(document: str | None) -> Payer:
    if not document:
        return "none"
    return "cpf" if len(document) == 11 else "cnpj"


def problems(groups: Sequence[RuleGroup], processors: Mapping[UUID, bool]) -> list[GroupProblem]:
    """Return every problem of the groups. ``processors``: those that exist, by id, with whether they are usable."""
    found = list[GroupProblem]()
    for place, group in enumerate(groups):

        def wrong(field: str, key: str, error: str, place: int = place) -> None:
            found.append(GroupProblem(place, field, key, error))

        found.extend(group_problems(place, group.name, group.condition, NAMES, _CHARGES))
        if group.action == "block" and group.shares:
            wrong("shares", "not_allowed", "what is refused goes to no processor")
        if group.action == "share" and not group.shares:
            wrong("shares", "field_required", "name the processors that get these charges")
        if group.shares:
            if sum(share.percent for share in group.shares) != 100 or not all(share.percent for share in group.shares):
                wrong("shares", "shares_not_100", "the shares of a group add up to 100 percent")
            named = [share.processor for share in group.shares]
            if len(set(named)) < len(named):
                wrong("shares", "processor_twice", "a processor stands in a group once")
            if any(processor not in processors for processor in named):
                wrong("shares", "not_found", "a share names no processor")
        if not (group.reason or "").isprintable():
            wrong("reason", "invalid", "reason has printable characters only")
        if group.action == "block" and not (group.reason or "").strip():
            wrong("reason", "field_required", "say why: whoever asks for the charge reads it")
    return found
