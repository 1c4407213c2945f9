"""Choose the processor of an order by rules in versions: which ones may get it, in which order, and why this one does.

Nothing here reads or writes. The choice hangs on the payment's own id and on what was read of the processors: a repetition with the
same facts chooses the same.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.conditions import Rule, RuleError
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.payout_engine.decide_sending import PayingProcessor
from retaguarda.payout_engine.draw_route import RouteGroup, rank
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY

#: What a condition may name, with a payment to try it on. Sums are minor units; hour and weekday (1 is Monday) are Brasília's, as cut-offs
#: are; ``bank`` is the ISPB of the destination, empty where only a key is known.
FACTS: Mapping[str, Any] = {
    "amount": 10_000,
    "method": "pix",
    "merchant": 2,
    "bank": "60701190",
    "hour": 12,
    "weekday": 3,
    "currency": PIX_CURRENCY,
    "origin": "payout",
}
NAMES = frozenset(FACTS)
#: Facts that become others by the clock alone.
BY_CLOCK = frozenset({"hour", "weekday"})

#: Why a processor was passed over. Those of ``_LATER`` only put it behind the others: what is known of them may be wrong.
Passed = Literal[
    "drained",
    "method",
    "certificate",
    "hours",
    "payment_limit",
    "day_limit",
    "refused_before",
    "unhealthy",
    "float_short",
]
#: Why a processor was chosen: the rules for payments named it; it got the order before, which it refused; a group's first choice; another
#: choice of a group, for those before it could not; the processors' own order, where no group is met or no rules are in force.
Reason = Literal["named", "again", "route", "fallback", "order"]
_LATER: frozenset[Passed] = frozenset({"refused_before", "unhealthy", "float_short"})


class ProcessorState(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a processor at a moment, minor units. ``orders`` and ``amount``: what it got today; ``float_left``: what its bank
    account should still hold, None where nobody has said so of late."""

    orders: int = 0
    amount: int = 0
    unhealthy: bool = False
    float_left: int | None = None


class PassedOver(msgspec.Struct, frozen=True):
    """A processor that would have come first, and why it did not get the order."""

    processor: UUID
    name: str
    why: Passed


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """Why an order went to its processor. ``version``: of the rules in force, with the ``group`` that was met; None: none was."""

    reason: Reason
    version: UUID | None = None
    number: int | None = None
    group: str | None = None
    passed: list[PassedOver] = []
    facts: dict[str, Any] = {}


class Routed(msgspec.Struct, frozen=True):
    """Who gets an order; ``processor`` None: nobody of those who may does now."""

    processor: PayingProcessor | None
    route: Route


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A payment whose order is to be given. ``wanted``: whom the rules for payments named, or who had it before;
    ``refused``: who refused it."""

    id: UUID
    method: str
    amount: int
    merchant: int
    currency: str
    origin: str
    bank: str = ""
    wanted: UUID | None = None
    refused: frozenset[UUID] = frozenset()

    def facts(self, at: datetime) -> dict[str, Any]:
        local = at.astimezone(BRASILIA)
        return {
            "amount": self.amount,
            "method": self.method,
            "merchant": self.merchant,
            "bank": self.bank,
            "hour": local.hour,
            "weekday": local.isoweekday(),
            "currency": self.currency,
            "origin": self.origin,
        }


class Routes:
    """The groups of one version, compiled; without any, processors are asked in their own order.

    Raises:
        RuleError: a condition is invalid.
    """

    def __init__(
        self, groups: Sequence[RouteGroup] = (), version: UUID | None = None, number: int | None = None
    ) -> None:
        self.groups, self.version, self.number = groups, version, number
        self._rules = [Rule(text, NAMES) if (text := group.condition.strip()) else None for group in groups]
        self.by_clock = any(BY_CLOCK.intersection(rule.uses) for rule in self._rules if rule)

    def group_of(self, facts: Mapping[str, Any]) -> RouteGroup | None:
        """The first group whose condition holds; one that fails on a payment does not."""
        for group, rule in zip(self.groups, self._rules, strict=True):
            try:
                if rule is None or rule.holds(facts):
                    return group
            except RuleError:
                continue
        return None

    def choose(
        self, asked: Asked, processors: Sequence[PayingProcessor], states: Mapping[UUID, ProcessorState], at: datetime
    ) -> Routed:
        """Who gets the order of a payment at a moment. A payment whose group names nobody who takes it waits: it goes to no other."""
        facts = asked.facts(at)
        group = self.group_of(facts)
        known = {each.id: each for each in processors}
        if group is None:
            ranked = sorted(processors, key=lambda each: (each.priority, each.created_at))
        else:
            ranked = [known[each] for each in rank(group, asked.id) if each in known]
        named = known.get(asked.wanted) if asked.wanted else None
        if named is not None:
            ranked = [named, *(each for each in ranked if each is not named)]
        passed, later = list[PassedOver](), list[PayingProcessor]()
        for each in ranked:
            why = why_not(each, asked, states.get(each.id, ProcessorState()), at)
            # Without rules in force nothing is read of their health; what refused before is asked again, as it always was.
            if why is None or (why in _LATER and self.version is None):
                return self._routed(asked, each, ranked, named, group, passed, facts)
            passed.append(PassedOver(each.id, each.name, why))
            if why in _LATER:
                later.append(each)
        if later:
            return self._routed(asked, later[0], ranked, named, group, passed, facts)
        return self._routed(asked, None, ranked, named, group, passed, facts)

    def _routed(
        self,
        asked: Asked,
        found: PayingProcessor | None,
        ranked: Sequence[PayingProcessor],
        named: PayingProcessor | None,
        group: RouteGroup | None,
        passed: list[PassedOver],
        facts: dict[str, Any],
    ) -> Routed:
        if found is not None and found is named:
            reason: Reason = "again" if found.id in asked.refused else "named"
        elif group is None:
            reason = "order"
        else:
            reason = "route" if ranked[:1] == [found] else "fallback"
        return Routed(
            found,
            Route(
                reason=reason,
                version=self.version,
                number=self.number,
                group=group and group.name,
                passed=passed,
                facts=facts if self.version else {},
            ),
        )


def why_not(processor: PayingProcessor, asked: Asked, state: ProcessorState, at: datetime) -> Passed | None:
    """Why a processor does not get the order of a payment; None: it does."""
    if not processor.enabled:
        return "drained"
    if asked.method not in processor.methods:
        return "method"
    if processor.certificate_expires_at is not None and processor.certificate_expires_at <= at:
        return "certificate"
    if not processor.takes(asked.method, at):
        return "hours"
    if processor.payment_most is not None and asked.amount > processor.payment_most:
        return "payment_limit"
    if (processor.day_most is not None and state.amount + asked.amount > processor.day_most) or (
        processor.day_count_most is not None and state.orders >= processor.day_count_most
    ):
        return "day_limit"
    if processor.id in asked.refused:
        return "refused_before"
    if state.unhealthy:
        return "unhealthy"
    if state.float_left is not None and state.float_left < asked.amount:
        return "float_short"
    return None
