"""Fills the moments of a pattern one after the other with the most that no rule answers to.

Earliest first loses nothing where rules add up what lies within windows: what moves early leaves the windows early. Where it
does lose, another pattern of the search does better: other spacings, other counterparties, a cap on each movement.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from retaguarda.compliance.pld_blind_spots.check_rules import RuleSet
from retaguarda.compliance.pld_blind_spots.plan_schedules import Pattern, Slot, counted, slots_of
from retaguarda.compliance.pld_blind_spots.simulate_features import Step, SubjectHistory
from retaguarda.compliance.pld_rules.compare_silence import Way
from retaguarda.compliance.pld_rules.condition_facts import BY_NAME
from retaguarda.compliance.pld_rules.evaluate_movements import Target

_KINDS: dict[Target, str] = {"merchant": "merchant", "end_user": "cpf"}
_OTHER: dict[Target, Target] = {"merchant": "end_user", "end_user": "merchant"}
#: Edges of what counts as round and as just below the limit.
_ROUND, _BELOW, _LIMIT = 100_000, 799_999, 1_000_000


@dataclass(frozen=True, slots=True)
class Filled:
    """A schedule that no rule answers to, as far as memory says. ``endless``: no rule bounds one of its movements."""

    pattern: Pattern
    steps: tuple[Step, ...]
    moved: int
    endless: bool = False


class _Run:
    """A schedule on its way, with what its subject and each counterparty moved so far."""

    def __init__(self, rules: RuleSet, target: Target) -> None:
        self._rules = rules
        self._target: Target = target
        self._other: Target = _OTHER[target]
        self._subject = SubjectHistory(rules.names[target], _KINDS[target])
        self._others = defaultdict[int, SubjectHistory](
            lambda: SubjectHistory(rules.names[self._other], _KINDS[self._other])
        )

    def _sides(self, other: int) -> Iterator[tuple[Target, SubjectHistory]]:
        if self._rules.rules[self._target]:
            yield self._target, self._subject
        if self._rules.rules[self._other]:
            yield self._other, self._others[other]

    def silent(self, step: Step) -> bool:
        for target, history in self._sides(step.other):
            facts = history.facts(step)
            rules = self._rules.rules[target]
            for place, each in enumerate(rules):
                if each.answers_to(facts):
                    # What answered to the last amount is the likeliest to answer to the next one.
                    rules.insert(0, rules.pop(place))
                    return False
        return True

    def add(self, step: Step) -> None:
        for _, history in self._sides(step.other):
            history.add(step)

    def most(self, slot: Slot, cap: int) -> int:
        """The largest amount up to ``cap`` that no rule answers to at this moment, or 0."""
        tried = self._candidates(slot, cap) if cap > 0 else []
        if not tried:
            return 0
        # A share alerts on little and not on much: where the least is no silent one, there are no halves.
        rising = self._rules.rising and self.silent(_step(slot, tried[0]))
        low, high = self._split(slot, tried) if rising else self._first_silent(slot, tried)
        if low == 0:
            return 0
        while high - low > 1:
            middle = (low + high) // 2
            if self.silent(_step(slot, middle)):
                low = middle
            else:
                high = middle
        return low

    def _first_silent(self, slot: Slot, tried: Sequence[int]) -> tuple[int, int]:
        above = 0
        for amount in reversed(tried):
            if self.silent(_step(slot, amount)):
                return amount, above
            above = amount
        return 0, 0

    def _split(self, slot: Slot, tried: Sequence[int]) -> tuple[int, int]:
        low, high = 0, len(tried)
        while high - low > 1:
            middle = (low + high) // 2
            if self.silent(_step(slot, tried[middle])):
                low = middle
            else:
                high = middle
        return tried[low], tried[high] if high < len(tried) else 0

    def _candidates(self, slot: Slot, cap: int) -> list[int]:
        """Amounts at which some comparison turns, rising; the cap is the last."""
        found = {1, cap}
        for target, history in self._sides(slot.other):
            facts = history.facts(_step(slot, 1))
            for feature, edge in self._rules.money[target]:
                value = facts[feature]
                if BY_NAME[feature].measure == "sum" and isinstance(value, int):
                    edge = edge - value + 1
                found |= {edge - 1, edge}
        if "below_limit_count_24h" in self._rules.uses:
            found |= {_BELOW, _LIMIT}
        if "round_count_30d" in self._rules.uses:
            found |= {each - 1 for each in found if each % _ROUND == 0}
        return sorted(each for each in found if 1 <= each <= cap)


def _step(slot: Slot, amount: int) -> Step:
    return Step(slot.at, slot.kind, slot.other, amount)


def fill(rules: RuleSet, target: Target, pattern: Pattern) -> Filled:
    """The most that this pattern moves; nothing goes on that did not come first."""
    run, steps = _Run(rules, target), list[Step]()
    held, paid, largest, moved, free = 0, defaultdict[int, int](int), 0, 0, False
    for slot in slots_of(pattern):
        cap = pattern.cap
        if slot.back:
            cap = min(cap, paid[slot.other] if slot.kind == "refund" else held)
        elif pattern.past == "kept" and not slot.counts:
            cap = 100
        amount = run.most(slot, cap)
        if amount == 0 or (not slot.back and slot.counts and amount * 100 < pattern.least * largest):
            continue
        step = _step(slot, amount)
        run.add(step)
        steps.append(step)
        if slot.back:
            held, paid[slot.other] = held - amount, paid[slot.other] - amount
        elif slot.counts or pattern.past == "steady":
            held, paid[slot.other] = held + amount, paid[slot.other] + amount
            largest = max(largest, amount)
            free |= amount >= rules.endless
        moved += counted(pattern.way, step)
        # Much that goes on at once is no sign by itself: it may have come in small parts.
        if free and counted(pattern.way, step) >= rules.endless:
            return Filled(pattern, tuple(steps), moved, endless=True)
    return Filled(pattern, tuple(steps), moved)


def is_silent(rules: RuleSet, target: Target, steps: Sequence[Step]) -> bool:
    run = _Run(rules, target)
    for step in steps:
        if not run.silent(step):
            return False
        run.add(step)
    return True


def last_leg(way: Way, steps: Sequence[Step]) -> int | None:
    """The place of the last movement that counts."""
    return next((place for place in range(len(steps) - 1, -1, -1) if counted(way, steps[place])), None)
