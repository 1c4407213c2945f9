"""Computes the features of one subject's movements one after the other, in memory, so that a search can ask thousands of schedules.

It only proposes: what a search answers was asked of the evaluator that the rules run on (``evaluate_schedules``), and a test holds
the two together for every feature.
"""

from collections import Counter, deque
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from retaguarda.compliance.pld_rules.check_conditions import Fact
from retaguarda.compliance.pld_rules.condition_facts import BY_NAME, DAY, FEATURES, Feature, with_parts

NIGHT_ENDS = 6 * 3_600


class Step(NamedTuple):
    """A movement of a schedule.

    Args:
        at: seconds since the midnight in Brasília at which the period begins; before it, below zero.
        other: which counterparty, from zero.
        amount: in minor units.
    """

    at: int
    kind: str
    other: int
    amount: int

    @property
    def direction(self) -> str:
        return "in" if self.kind in ("payment", "return") else "out"

    @property
    def night(self) -> bool:
        return self.at % DAY < NIGHT_ENDS


def _where(name: str) -> str:
    return BY_NAME[name].where


#: SQL of a declaration → the same in Python.
_COUNTED: Mapping[str, Callable[[Step], bool]] = {
    _where("in_sum_24h"): lambda step: step.kind == "payment",
    _where("out_sum_24h"): lambda step: step.kind == "payout",
    _where("refund_sum_30d"): lambda step: step.kind == "refund",
    _where("return_count_30d"): lambda step: step.kind == "return",
    _where("round_count_30d"): lambda step: step.amount % 100_000 == 0,
    _where("below_limit_count_24h"): lambda step: 800_000 <= step.amount < 1_000_000,
    _where("night_count_30d"): lambda step: step.night,
}
_POINTS = frozenset(each.name for each in FEATURES if each.measure == "point")


def can_simulate(name: str) -> bool:
    """Whether this module knows what a feature comes to."""
    feature = BY_NAME[name]
    if feature.of:
        return all(can_simulate(part) for part in feature.of)
    return name in _POINTS or feature.where in _COUNTED


class _Window(Protocol):
    def pass_time(self, now: int) -> None: ...
    def with_step(self, step: Step, counts: bool) -> int | None: ...
    def add(self, step: Step) -> None: ...


class _Total:
    """A sum or a count over a window, which may end some time before the movement."""

    def __init__(self, feature: Feature) -> None:
        self._money, self._offset, self._length = feature.measure == "sum", feature.offset, feature.window
        self._later = deque[tuple[int, int]]()
        self._inside = deque[tuple[int, int]]()
        self._total = 0

    def pass_time(self, now: int) -> None:
        while self._later and self._later[0][0] <= now - self._offset:
            self._inside.append(self._later.popleft())
            self._total += self._inside[-1][1]
        while self._inside and self._inside[0][0] <= now - self._offset - self._length:
            self._total -= self._inside.popleft()[1]

    def with_step(self, step: Step, counts: bool) -> int:
        if not counts or self._offset:
            return self._total
        return self._total + (step.amount if self._money else 1)

    def add(self, step: Step) -> None:
        amount = step.amount if self._money else 1
        if self._offset:
            self._later.append((step.at, amount))
        else:
            self._inside.append((step.at, amount))
            self._total += amount


class _Greatest:
    def __init__(self, feature: Feature) -> None:
        self._length = feature.window
        # Falling from left to right: what a later, larger one covers is gone.
        self._inside = deque[tuple[int, int]]()

    def pass_time(self, now: int) -> None:
        while self._inside and self._inside[0][0] <= now - self._length:
            self._inside.popleft()

    def with_step(self, step: Step, counts: bool) -> int | None:
        before = self._inside[0][1] if self._inside else None
        if not counts:
            return before
        return step.amount if before is None else max(before, step.amount)

    def add(self, step: Step) -> None:
        while self._inside and self._inside[-1][1] <= step.amount:
            self._inside.pop()
        self._inside.append((step.at, step.amount))


class _Distinct:
    def __init__(self, feature: Feature) -> None:
        self._length = feature.window
        self._inside = deque[tuple[int, int]]()
        self._others = Counter[int]()

    def pass_time(self, now: int) -> None:
        while self._inside and self._inside[0][0] <= now - self._length:
            _, other = self._inside.popleft()
            self._others[other] -= 1
            if not self._others[other]:
                del self._others[other]

    def with_step(self, step: Step, counts: bool) -> int:
        return len(self._others) + (counts and step.other not in self._others)

    def add(self, step: Step) -> None:
        self._inside.append((step.at, step.other))
        self._others[step.other] += 1


def _window_of(feature: Feature) -> _Window:
    if feature.measure == "max":
        return _Greatest(feature)
    return _Distinct(feature) if feature.measure == "distinct" else _Total(feature)


class SubjectHistory:
    """What one subject moved so far; its movements come in the order of time, no two at one second."""

    def __init__(self, names: frozenset[str], subject_kind: str) -> None:
        features = [each for each in with_parts(names) if can_simulate(each.name)]
        self._windows = [
            (each.name, _COUNTED[each.where], _window_of(each))
            for each in features
            if each.measure not in ("point", "ratio")
        ]
        self._ratios = [(each.name, *each.of) for each in features if each.of]
        self._unknown: dict[str, Fact] = {name: None for name in names if not can_simulate(name)}
        self._subject_kind = subject_kind
        self._first: int | None = None
        self._last: int | None = None

    def facts(self, step: Step) -> dict[str, Fact]:
        """Every feature at a movement that may come next; nothing is kept of it."""
        first = step.at if self._first is None else self._first
        found: dict[str, Fact] = {
            "amount": step.amount,
            "direction": step.direction,
            "kind": step.kind,
            "subject_kind": self._subject_kind,
            "night": step.night,
            "first_movement": self._first is None,
            "known_days": (step.at - first) // DAY,
            "quiet_days": None if self._last is None else (step.at - self._last) // DAY,
            **self._unknown,
        }
        numbers = dict[str, int | None]()
        for name, counts, window in self._windows:
            window.pass_time(step.at)
            numbers[name] = window.with_step(step, counts(step))
        for name, top, bottom in self._ratios:
            above, below = numbers[top], numbers[bottom]
            numbers[name] = above * 10_000 // below if above is not None and below else None
        return found | numbers

    def add(self, step: Step) -> None:
        """Keep a movement; what comes later stands after it."""
        for _, counts, window in self._windows:
            window.pass_time(step.at)
            if counts(step):
                window.add(step)
        self._first = step.at if self._first is None else self._first
        self._last = step.at
