"""Times in logarithmic buckets: percentiles are near the exact ones, and buckets merge by addition."""

import random

from retaguarda.foundation.latency_buckets import ACCURACY, COUNT, bucket_of, percentile, slower_than, trimmed


def of(seconds: list[float]) -> list[int]:
    buckets = [0] * COUNT
    for each in seconds:
        buckets[bucket_of(each)] += 1
    return buckets


def test_a_percentile_is_within_five_per_cent_of_the_exact_one() -> None:
    dice = random.Random(1)
    for _ in range(200):
        spread = dice.uniform(0.1, 2.0)
        times = sorted(min(30.0, max(0.001, dice.lognormvariate(-3, spread))) for _ in range(dice.randrange(1, 400)))
        for share in (0.0, 0.5, 0.95, 0.99, 1.0):
            exact = times[int(share * (len(times) - 1))] * 1_000
            found = percentile(of(times), share)
            assert found is not None
            assert abs(found - exact) <= exact * (ACCURACY + 1e-9), (share, exact, found)


def test_buckets_of_two_processes_added_are_those_of_all_calls() -> None:
    dice = random.Random(2)
    first = [dice.uniform(0, 40) for _ in range(100)]
    second = [dice.uniform(0, 0.1) for _ in range(50)]
    assert [a + b for a, b in zip(of(first), of(second), strict=True)] == of(first + second)


def test_the_empty_end_is_left_away_and_nothing_else() -> None:
    assert trimmed(of([])) == []
    assert trimmed(of([0.0005])) == [1]
    assert sum(trimmed(of([0.2, 29.0, 31.0]))) == 3
    assert percentile([], 0.5) is None


def test_slower_calls_are_counted_above_the_bucket_of_the_time() -> None:
    assert slower_than(of([0.1, 4.0, 7.0, 60.0]), 5.0) == 2
