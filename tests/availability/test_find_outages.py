"""Outages planted in a simulated month are found, at their minutes, and what did not come is estimated within its bounds."""

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from retaguarda.availability.estimate_loss import estimate
from retaguarda.availability.find_outages import MINUTE, Judged, find_outages, judge, judge_heartbeat
from retaguarda.availability.model import IncidentRule
from retaguarda.foundation.latency_buckets import COUNT, bucket_of

RULE = IncidentRule(
    version=1,
    valid_from=datetime(2020, 11, 16, tzinfo=UTC),
    least_calls=5,
    failed_percent=50,
    slow_ms=5_000,
    slow_percent=50,
    opens_after=3,
    ends_after=5,
    goal=9_990,
)
FIRST = datetime(2026, 9, 1, tzinfo=UTC)
DAYS, WEEKS = 30, 4
#: How an outage shows: calls fail, calls are slow, or the process is gone.
KINDS = ("failed", "slow", "silent")


@dataclass(frozen=True)
class Planted:
    kind: str
    start: int
    minutes: int


def poisson(dice: random.Random, mean: float) -> int:
    """Draws from a Poisson process: normal where the mean is large."""
    return max(0, round(dice.gauss(mean, mean**0.5)))


def rate(minute: int) -> float:
    """Calls a minute: a day's curve, and a quieter weekend."""
    at = FIRST + minute * MINUTE
    return (20 + 8 * abs(12 - at.hour)) * (0.6 if at.weekday() >= 5 else 1.0)


def planted(dice: random.Random) -> list[Planted]:
    """One outage a day, of any kind and length, at any time."""
    return [
        Planted(KINDS[day % 3], day * 1_440 + dice.randrange(60, 1_300), dice.randrange(4, 46)) for day in range(DAYS)
    ]


def minute_of(dice: random.Random, minute: int, kind: str | None) -> Judged:
    at, calls = FIRST + minute * MINUTE, poisson(dice, rate(minute))
    if kind == "silent":
        return judge_heartbeat(at, False)
    # Some calls fail and some are slow on any day.
    failing, slow = (0.9, 0.02) if kind == "failed" else (0.01, 0.85 if kind == "slow" else 0.01)
    failed = sum(dice.random() < failing for _ in range(calls))
    buckets = [0] * COUNT
    for _ in range(calls):
        buckets[bucket_of(dice.uniform(6, 25) if dice.random() < slow else dice.uniform(0.01, 0.4))] += 1
    return judge(at, RULE, calls - failed, failed, buckets)


def test_at_least_95_of_100_planted_outages_are_found_at_their_minutes_and_hardly_any_that_was_none() -> None:
    dice = random.Random(22)
    outages = planted(dice)
    kinds = {minute: each.kind for each in outages for minute in range(each.start, each.start + each.minutes)}
    found = find_outages((minute_of(dice, minute, kinds.get(minute)) for minute in range(DAYS * 1_440)), RULE)
    ends = [(round((each.began_at - FIRST) / MINUTE), round((each.ended_at - FIRST) / MINUTE)) for each in found]
    right = [
        each
        for each in outages
        if any(abs(a - each.start) <= 1 and abs(b - each.start - each.minutes) <= 1 for a, b in ends)
    ]
    false = [(a, b) for a, b in ends if not any(a < each.start + each.minutes and b > each.start for each in outages)]
    assert len(outages) == 30
    assert len(right) / len(outages) >= 0.95
    assert len(false) <= 1
    # What is told of each says how it was found.
    by_start = {round((each.began_at - FIRST) / MINUTE): each.found_by for each in found}
    words = {"failed": "traffic", "slow": "slowness", "silent": "heartbeat"}
    assert all(by_start.get(each.start, words[each.kind]) == words[each.kind] for each in outages)


def test_what_did_not_come_lies_within_its_bounds_in_nine_of_ten_outages() -> None:
    dice = random.Random(23)
    inside = 0
    outages = planted(dice)
    for each in outages:
        minutes = range(each.start, each.start + each.minutes)
        # A share of the calls brings a payment. Of those of this week the outage let one in ten through.
        weeks = [sum(poisson(dice, rate(minute) / 4) for minute in minutes) for _ in range(WEEKS)]
        would_have_come = sum(poisson(dice, rate(minute) / 4) for minute in minutes)
        seen = would_have_come // 10
        found = estimate(weeks, seen)
        assert found.least <= found.missing <= found.most
        inside += found.least <= would_have_come - seen <= found.most
    assert inside / len(outages) >= 0.9


def test_it_is_the_same_outages_in_however_many_pieces_the_minutes_are_looked_at() -> None:
    dice = random.Random(24)
    minutes = [Judged(FIRST + n * MINUTE, "failed" if dice.random() < 0.4 else None) for n in range(600)]
    whole = [(each.began_at, each.ended_at) for each in find_outages(minutes, RULE)]
    for cut in range(1, 600, 7):
        first = find_outages(minutes[:cut], RULE)
        going_on = first.pop() if first and not first[-1].over else None
        start = cut - (RULE.opens_after - 1)
        if going_on is not None:
            start = round((going_on.bad[-1].at + MINUTE - FIRST) / MINUTE)
        rest = find_outages(minutes[max(0, start) :], RULE, going_on=going_on is not None)
        found = [(each.began_at, each.ended_at) for each in first]
        for each in rest:
            if each.continued and going_on is not None:
                found.append((going_on.began_at, (each.bad or going_on.bad)[-1].at + MINUTE))
            else:
                found.append((each.began_at, each.ended_at))
        assert found == whole, cut


def test_two_bad_minutes_are_none_and_five_good_ones_end_it() -> None:
    def of(text: str) -> list[tuple[int, int, bool]]:
        minutes = [Judged(FIRST + n * MINUTE, "failed" if mark == "x" else None) for n, mark in enumerate(text)]
        return [
            (round((each.began_at - FIRST) / MINUTE), round((each.ended_at - FIRST) / MINUTE), each.over)
            for each in find_outages(minutes, RULE)
        ]

    assert of("xx.xx.xx.....") == []
    assert of(".xxx....xx.....") == [(1, 10, True)]
    assert of(".xxx....") == [(1, 4, False)]
    assert of("xxx.....xxx.....") == [(0, 3, True), (8, 11, True)]


def test_refusals_and_few_calls_say_nothing() -> None:
    at = FIRST + timedelta(hours=1)
    assert judge(at, RULE, 0, 4).why is None
    assert judge(at, RULE, 0, 5).why == "failed"
    assert judge(at, RULE, 6, 5).why is None
    slow = [0] * COUNT
    slow[bucket_of(6.0)] = 3
    assert judge(at, RULE, 6, 0, slow).why == "slow"
    slow[bucket_of(0.1)] = 4
    assert judge(at, RULE, 7, 0, slow).why is None


def test_fewer_payments_than_before_are_missing_and_more_are_not() -> None:
    found = estimate([100, 110, 90, 100], 20)
    assert (found.expected, found.missing) == (100, 80)
    assert 40 <= found.least < 80 < found.most <= 125
    none = estimate([10, 12, 11, 9], 14)
    assert (none.missing, none.least) == (0, 0)
