"""Searches the schedule by which one subject moves the most in 30 days without an alert. The same rules give the same answer.

Patterns are bounded by what the rules compare with: spacings by their windows and counts, counterparties by their distinct counts,
the cap of a movement by their amounts. From the best of the plain ones the search changes one thing at a time, as long as more moves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from retaguarda.compliance.pld_blind_spots.check_rules import RuleSet, edges
from retaguarda.compliance.pld_blind_spots.plan_schedules import MOST, NEW, PERIOD, Pattern, counted
from retaguarda.compliance.pld_blind_spots.simulate_features import Step
from retaguarda.compliance.pld_blind_spots.simulate_schedules import Filled, fill, is_silent, last_leg
from retaguarda.compliance.pld_rules.check_conditions import Condition
from retaguarda.compliance.pld_rules.compare_silence import Way
from retaguarda.compliance.pld_rules.condition_facts import BY_NAME, DAY
from retaguarda.compliance.pld_rules.evaluate_movements import Target

_SPACINGS = (PERIOD, 15 * DAY, 7 * DAY, 2 * DAY, DAY, DAY // 2, DAY // 4, DAY // 12)
_DELAYS, _BLOCKS = (60, DAY, 7 * DAY, 15 * DAY), (0, DAY, 7 * DAY, 15 * DAY)
_PASTS = frozenset(
    (
        "first_movement",
        "known_days",
        "quiet_days",
        "in_sum_before_30d",
        "out_sum_before_30d",
        "in_growth_30d",
        "out_growth_30d",
    )
)
#: How many patterns are changed further, how often all of their parts are gone through, and how many schedules are proved at most.
_KEPT, _ROUNDS, _PROVED = 3, 3, 3
#: The most values of one part that are tried.
_VALUES = 8


class Found(NamedTuple):
    """``best``: schedules, that which moves the most first. ``tried``: patterns."""

    best: list[Filled]
    tried: int


class _Options(NamedTuple):
    """The values of each part of a pattern."""

    spacing: tuple[int, ...]
    others: tuple[int, ...]
    others_back: tuple[int, ...]
    delay: tuple[int, ...]
    block: tuple[int, ...]
    cap: tuple[int, ...]
    least: tuple[int, ...]
    by_day: tuple[bool, ...]
    past: tuple[str, ...]


def find_blind_spot(rules: RuleSet, target: Target, way: Way) -> Found:
    """What moves the most in this way; the search ends at the first movement that no rule bounds."""
    options, tried = _options(rules, way), dict[Pattern, Filled]()
    for pattern in _plain(rules, way, options):
        if pattern not in tried:
            tried[pattern] = fill(rules, target, pattern)
            if tried[pattern].endless:
                return Found([tried[pattern]], len(tried))
    for start in _ranked(tried)[:_KEPT]:
        found = _climb(rules, target, start, options, tried)
        if found.endless:
            return Found([found], len(tried))
    return Found([_to_the_brim(rules, target, each) for each in _ranked(tried)[:_PROVED]], len(tried))


def _ranked(tried: dict[Pattern, Filled]) -> list[Filled]:
    """The most money first, then the fewest movements; equal schedules once."""
    found = sorted(tried.values(), key=lambda each: (-each.moved, len(each.steps)))
    return list({each.steps: each for each in reversed(found)}.values())[::-1]


def _climb(rules: RuleSet, target: Target, start: Filled, options: _Options, tried: dict[Pattern, Filled]) -> Filled:
    best = start
    for _ in range(_ROUNDS):
        before = best
        for part, values in options._asdict().items():
            for value in values:
                pattern = replace(best.pattern, **{part: value})
                if pattern not in tried:
                    tried[pattern] = fill(rules, target, pattern)
                if tried[pattern].endless:
                    return tried[pattern]
                if tried[pattern].moved > best.moved:
                    best = tried[pattern]
        if best is before:
            break
    return best


def _plain(rules: RuleSet, way: Way, options: _Options) -> Iterator[Pattern]:
    for spacing in options.spacing:
        for others in options.others:
            yield Pattern(way, spacing, rules.highest, others)
        for delay in options.delay[:2]:
            for block in options.block[:2]:
                yield Pattern(way, spacing, rules.highest, delay=delay, block=block)


def _options(rules: RuleSet, way: Way) -> _Options:
    two_legs = way in ("pass_on", "refund")
    money = {edge - 1 for found in rules.money.values() for _, edge in found if edge > 1}
    if "below_limit_count_24h" in rules.uses:
        money.add(799_999)
    return _Options(
        spacing=tuple(sorted({*_SPACINGS, *_spacings_of(rules.lines)}, reverse=True)),
        others=(0, 1, *_few(_allowed(rules.lines, "distinct") | _allowed(rules.lines, "count"))),
        others_back=(0, 1, *_few(_allowed(rules.lines, "distinct"))) if way == "pass_on" else (0,),
        delay=_DELAYS if two_legs else _DELAYS[:1],
        block=_BLOCKS if two_legs else _BLOCKS[:1],
        cap=(rules.highest, *_few(money)),
        least=(0, 50, 95),
        by_day=(False, True) if rules.uses & {"night", "night_count_30d"} else (False,),
        past=("none", "kept", "steady") if rules.uses & _PASTS else ("none",),
    )


def _few(values: set[int]) -> tuple[int, ...]:
    """Some of many values, the least and the greatest among them."""
    found = sorted(values)
    if len(found) <= _VALUES:
        return tuple(found)
    return tuple(found[place * (len(found) - 1) // (_VALUES - 1)] for place in range(_VALUES))


def _allowed(lines: Sequence[Condition], measure: str) -> set[int]:
    """The largest counts below those that rules compare with."""
    return {
        edge - 1
        for line in lines
        if line.feature and BY_NAME[line.feature].measure == measure
        for edge in edges(line)
        if 2 < edge <= MOST
    }


def _spacings_of(lines: Sequence[Condition]) -> set[int]:
    """Spacings at which a window holds as many movements as a rule lets pass."""
    found = set[int]()
    for line in lines:
        if line.feature and BY_NAME[line.feature].measure in ("count", "distinct"):
            window = BY_NAME[line.feature].window
            found |= {-(-window // (edge - 1)) for edge in edges(line) if edge > 1}
    return {each for each in found if each * MOST >= PERIOD}


def _to_the_brim(rules: RuleSet, target: Target, found: Filled) -> Filled:
    """Raise the last movement that counts as far as no rule answers; never more than came."""
    place = last_leg(found.pattern.way, found.steps)
    if place is None:
        return found
    low = found.steps[place].amount
    high = min(rules.highest, low + _left(found)) + 1
    while high - low > 1:
        middle = (low + high) // 2
        if is_silent(rules, target, _raised(found.steps, place, middle - found.steps[place].amount)):
            low = middle
        else:
            high = middle
    more = low - found.steps[place].amount
    return replace(found, steps=_raised(found.steps, place, more), moved=found.moved + more)


def _left(found: Filled) -> int:
    """What came and did not go on; without bound where nothing has to come first."""
    way = found.pattern.way
    if way not in ("pass_on", "refund"):
        return 10**18
    last = found.steps[last_leg(way, found.steps) or 0]
    began = -PERIOD if found.pattern.past == "steady" else 0
    same = [each for each in found.steps if each.at >= began and (way == "pass_on" or each.other == last.other)]
    came = sum(each.amount for each in same if each.kind == "payment" and each.at < last.at)
    return came - sum(each.amount for each in same if each.kind != "payment")


def _raised(steps: Sequence[Step], place: int, more: int) -> tuple[Step, ...]:
    changed = steps[place]._replace(amount=steps[place].amount + more)
    return (*steps[:place], changed, *steps[place + 1 :])


def next_steps(found: Filled) -> list[tuple[Step, ...]]:
    """What would move one minor unit more: more in the last movement that counts, and, where it has to come first, in the last
    one that came."""
    way, steps = found.pattern.way, found.steps
    place = last_leg(way, steps)
    if place is None:
        return []
    alone = _raised(steps, place, 1)
    first = next((n for n in range(place, -1, -1) if steps[n].kind == "payment" and n != place), None)
    if way not in ("pass_on", "refund") or first is None:
        return [alone]
    return [alone] if _left(found) > 0 else [_raised(alone, first, 1)]


def one_more(found: Filled) -> list[tuple[Step, ...]]:
    """The schedule with a further movement as small as its smallest, a minute after its last: with the last counterparty, and with a
    new one. Empty where the period is over."""
    way, steps = found.pattern.way, found.steps
    kinds = {"pass_on": ("payment", "payout"), "refund": ("payment", "refund"), "pay_out": ("payout",)}.get(
        way, ("payment",)
    )
    least = min(amount for each in steps if (amount := counted(way, each)))
    last = {each.kind: each.other for each in steps}
    ends = [steps[-1].at + 60 * place for place in range(1, len(kinds) + 1)]
    if ends[-1] >= PERIOD:
        return []
    same = [Step(at, kind, last.get(kind, 0), least) for at, kind in zip(ends, kinds, strict=True)]
    return [(*steps, *same), (*steps, *(step._replace(other=NEW) for step in same))]
