"""Compiles the rules that a search asks, and says what of them bounds it."""

from collections.abc import Mapping, Sequence

from retaguarda.compliance.pld_blind_spots.evaluate_schedules import TARGETS
from retaguarda.compliance.pld_blind_spots.simulate_features import can_simulate
from retaguarda.compliance.pld_rules.check_conditions import Condition, Conditions, Fact
from retaguarda.compliance.pld_rules.compare_silence import AskedRule
from retaguarda.compliance.pld_rules.condition_facts import BY_NAME
from retaguarda.compliance.pld_rules.parse_conditions import sql_of


def edges(line: Condition) -> tuple[int, ...]:
    """The values of its feature at which a comparison with a constant turns."""
    if line.threshold is None:
        return ()
    return {
        "<=": (line.threshold + 1,),
        ">": (line.threshold + 1,),
        ">=": (line.threshold,),
        "<": (line.threshold,),
    }.get(line.operator or "", (line.threshold, line.threshold + 1))


class CompiledRule:
    """One rule, asked often: comparisons that can be read come first, and what texts alone decide is asked once of each text."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.conditions = Conditions(texts)
        lines = self.conditions.lines
        # What compiles to SQL never fails, so that the first line that does not hold decides.
        self._fails = any(sql_of([line], "m") is None for line in lines)
        self._numbers = [line for line in lines if line.feature is not None]
        self._others = [(line, sorted(line.uses)) for line in lines if line.feature is None]
        self._known = dict[tuple[str, ...], bool]()

    def answers_to(self, facts: Mapping[str, Fact]) -> bool:
        """Whether it raises an alert or fails."""
        if self._fails:
            return self.conditions.outcome(facts) in ("hit", "error")
        return all(line.holds(facts)[0] for line in self._numbers) and all(
            self._holds(line, names, facts) for line, names in self._others
        )

    def _holds(self, line: Condition, names: Sequence[str], facts: Mapping[str, Fact]) -> bool:
        if any(BY_NAME[name].unit not in ("text", "flag") for name in names):
            return line.holds(facts)[0] is True
        key = (line.text, *(str(facts[name]) for name in names))
        if key not in self._known:
            self._known[key] = line.holds(facts)[0] is True
        return self._known[key]


class RuleSet:
    """Rules of one currency, compiled, and what of them bounds a search."""

    def __init__(self, rules: Sequence[AskedRule]) -> None:
        self.rules = {
            target: [CompiledRule(each.conditions) for each in rules if each.target == target] for target in TARGETS
        }
        self.names = {
            target: frozenset(name for each in found for name in each.conditions.uses)
            for target, found in self.rules.items()
        }
        self.uses = frozenset(name for names in self.names.values() for name in names)
        lines = [line for found in self.rules.values() for each in found for line in each.conditions.lines]
        self.lines = lines
        #: Feature and value of each comparison of money with a constant, by what its rule looks at.
        self.money = {
            target: sorted(
                {
                    (line.feature, edge)
                    for each in found
                    for line in each.conditions.lines
                    if line.feature and BY_NAME[line.feature].unit == "money"
                    for edge in edges(line)
                    if edge > 0
                }
            )
            for target, found in self.rules.items()
        }
        largest = max((edge for found in self.money.values() for _, edge in found), default=0)
        #: The most of one movement that is tried; a hundredth of it that no rule answers to counts as no limit.
        self.highest = min(max(10**11, 1_000 * largest), 10**15)
        #: Whether more money is never less of an alert, but for shares: then the edge is found by halves.
        self.rising = not self.uses & {"round_count_30d", "below_limit_count_24h"} and all(
            line.operator in (">=", ">") for line in lines if line.feature and BY_NAME[line.feature].unit == "money"
        )
        self.unknown = sorted(name for name in self.uses if not can_simulate(name))

    @property
    def endless(self) -> int:
        return self.highest // 100
