"""Compiles the conditions of a PLD rule and asks them of one movement's features: values, thresholds and margins."""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import Literal

import msgspec

from retaguarda.compliance.pld_rules.condition_facts import BY_NAME, NAMES, Unit
from retaguarda.foundation.conditions import Rule, RuleError, refuse_unknown_functions

Fact = int | bool | str | None
Outcome = Literal["hit", "no", "not_enough_data", "error"]
Operator = Literal[">=", ">", "<=", "<", "==", "!="]

_SIMPLE = re.compile(r"\s*([a-z][a-z0-9_]*)\s*(>=|<=|==|!=|>|<)\s*(-?\d{1,18}|[a-z][a-z0-9_]*)\s*")
#: A fraction, outside of a text: what is exact compares whole numbers.
_FRACTION = re.compile(r"""\d\.\d|\.\d|\d[eE][+-]?\d|\bdouble\s*\(""")
_QUOTED = re.compile(r"""'[^']*'|"[^"]*\"""")
_SAMPLE: Mapping[Unit, Fact] = {
    "money": 1_000,
    "count": 3,
    "basis_points": 5_000,
    "days": 7,
    "text": "in",
    "flag": True,
}


class Why(msgspec.Struct, frozen=True):
    """One condition at one movement. ``feature``, ``threshold`` and ``margin``: of a comparison that we can read; money in minor
    units, shares in basis points. ``held``: None where a value is missing, or the condition failed.
    """

    condition: str
    held: bool | None
    feature: str | None = None
    unit: Unit | None = None
    operator: Operator | None = None
    value: int | None = None
    threshold: int | None = None
    margin: int | None = None
    error: str | None = None


class Verdict(msgspec.Struct, frozen=True):
    """What a rule says to one movement."""

    outcome: Outcome
    why: list[Why]


class Condition:
    """One line of a rule, compiled."""

    __slots__ = ("_compare", "_right", "_rule", "feature", "operator", "text", "threshold", "uses")

    def __init__(self, text: str) -> None:
        """Compiles the line and asks it of a sample.

        Raises:
            RuleError: it is invalid CEL, names what is no feature, or compares what cannot be compared.
        """
        self.text = text.strip()
        if _FRACTION.search(_QUOTED.sub("", self.text)):
            raise RuleError("a condition compares whole numbers: money in cents, shares in basis points", "fraction")
        self._rule = Rule(self.text, NAMES)
        self.uses = self._rule.uses
        self._rule.holds({name: _SAMPLE[BY_NAME[name].unit] for name in self.uses})
        found = _SIMPLE.fullmatch(self.text)
        self.feature: str | None = None
        self.operator: Operator | None = None
        self.threshold: int | None = None
        self._right: str | None = None
        self._compare: Callable[[int, int], bool] | None = None
        if found is None or found[1] not in NAMES or not BY_NAME[found[1]].numeric:
            return
        right = found[3]
        if right.lstrip("-").isdigit():
            self.threshold = int(right)
        elif right in NAMES and BY_NAME[right].numeric:
            self._right = right
        else:
            return
        self.feature, self.operator = found[1], _OPERATORS[found[2]]
        self._compare = _COMPARE[self.operator]

    def with_threshold(self, threshold: int) -> "Condition":
        """The same comparison against another constant."""
        assert self.feature is not None
        assert self.threshold is not None
        return Condition(f"{self.feature} {self.operator} {threshold}")

    def ask(self, facts: Mapping[str, Fact]) -> Why:
        """Says whether it holds, and by how much. CEL decides; we only read beside it."""
        feature = BY_NAME[self.feature] if self.feature else None
        value = facts.get(self.feature) if self.feature else None
        right = facts.get(self._right) if self._right else self.threshold
        number = value if isinstance(value, int) else None
        limit = right if isinstance(right, int) else None
        held, error = self.holds(facts)
        return Why(
            self.text,
            held,
            self.feature,
            feature.unit if feature else None,
            self.operator,
            number,
            limit,
            None if number is None or limit is None else number - limit,
            error,
        )

    def holds(self, facts: Mapping[str, Fact]) -> tuple[bool | None, str | None]:
        """Whether it holds; None where a value is missing; None and the error where it failed."""
        if self._compare is not None and self.feature is not None:
            # Whole numbers below 2^63 compare in Python as in CEL, at a fifth of the time; a test holds the two together.
            left, right = facts[self.feature], self.threshold if self._right is None else facts[self._right]
            if left is None or right is None:
                return _MISSING
            assert isinstance(left, int)
            assert isinstance(right, int)
            return _HOLDS if self._compare(left, right) else _FAILS
        for name in self.uses:
            if facts[name] is None:
                return _MISSING
        try:
            return self._rule.holds(facts), None
        except RuleError as failed:
            return None, str(failed)[:300]


#: What a line that can be compared says; every movement of a backtest asks every line.
_HOLDS: tuple[bool | None, str | None] = (True, None)
_FAILS: tuple[bool | None, str | None] = (False, None)
_MISSING: tuple[bool | None, str | None] = (None, None)
_COMPARE: Mapping[Operator, Callable[[int, int], bool]] = {
    ">=": ge,
    ">": gt,
    "<=": le,
    "<": lt,
    "==": eq,
    "!=": ne,
}
_OPERATORS: Mapping[str, Operator] = {">=": ">=", ">": ">", "<=": "<=", "<": "<", "==": "==", "!=": "!="}


class Conditions:
    """All lines of a version. An error is never a no: one line that fails makes the whole answer an error."""

    __slots__ = ("lines", "uses")

    def __init__(self, texts: Sequence[str]) -> None:
        self.lines = [Condition(text) for text in texts]
        self.uses = frozenset(name for line in self.lines for name in line.uses)

    def outcome(self, facts: Mapping[str, Fact]) -> Outcome:
        return outcome_of([line.holds(facts) for line in self.lines])

    def ask(self, facts: Mapping[str, Fact]) -> Verdict:
        return Verdict(self.outcome(facts), [line.ask(facts) for line in self.lines])


def outcome_of(held: Sequence[tuple[bool | None, str | None]]) -> Outcome:
    """Of all lines together: what one of them failed on stays an error, whatever the others say."""
    outcome: Outcome = "hit"
    for each, error in held:
        if error is not None:
            return "error"
        if each is False:
            outcome = "no"
        elif each is None and outcome == "hit":
            outcome = "not_enough_data"
    return outcome


def problems(texts: Sequence[str]) -> list[tuple[int, RuleError]]:
    """Every line that is wrong, with its place from zero and what is wrong."""
    found = list[tuple[int, RuleError]]()
    for place, text in enumerate(texts):
        try:
            _refuse_wrong(text)
        except RuleError as error:
            found.append((place, error))
    return found


def _refuse_wrong(text: str) -> None:
    try:
        Condition(text)
    except RuleError as error:
        # The sample calls what does not exist, and CEL says no more of it than of a division by zero.
        if error.code != "failed":
            raise
        refuse_unknown_functions(text.strip())
        raise
    refuse_unknown_functions(text.strip())


def rule_hash(target: str, currency: str, conditions: Sequence[str], period_days: int) -> bytes:
    """Of all that decides what a version finds."""
    return hashlib.sha256(msgspec.json.encode([target, currency, list(conditions), period_days])).digest()
