"""Compiles the rules that a search asks, and says what of them bounds it."""

from collections.abc import Mapping, Sequence

from retaguarda.compliance.pld_blind_spots.evaluate_schedules import TARGETS
from retaguarda.compliance.pld_blind_spots.simulate_features import can_simulate
from retaguarda.compliance.pld_rules.check_conditions import Condition, Conditions, Fact
from retaguarda.compliance.pld_rules.compare_silence import AskedRule
from retaguarda.compliance.pld_rules.condition_facts import BY_NAME


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


def answers_to(conditions: Conditions, facts: Mapping[str, Fact]) -> bool:
    """Whether a rule raises an alert or fails. A comparison that can be read never fails: the first that does not hold decides."""
    if all(line.feature is not None for line in conditions.lines):
        return all(line.holds(facts)[0] for line in conditions.lines)
    return conditions.outcome(facts) in ("hit", "error")


class RuleSet:
    """Rules of one currency, compiled, and what of them bounds a search."""

    def __init__(self, rules: Sequence[AskedRule]) -> None:
        self.conditions = {
            target: [Conditions(each.conditions) for each in rules if each.target == target] for target in TARGETS
        }
        self.names = {
            target: frozenset(name for each in found for name in each.uses) for target, found in self.conditions.items()
        }
        self.uses = frozenset(name for names in self.names.values() for name in names)
        lines = [line for found in self.conditions.values() for each in found for line in each.lines]
        self.lines = lines
        #: Feature and value of each comparison of money with a constant, by what its rule looks at.
        self.money = {
            target: sorted(
                {
                    (line.feature, edge)
                    for each in found
                    for line in each.lines
                    if line.feature and BY_NAME[line.feature].unit == "money"
                    for edge in edges(line)
                    if edge > 0
                }
            )
            for target, found in self.conditions.items()
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
