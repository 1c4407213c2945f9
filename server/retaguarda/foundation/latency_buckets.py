"""Times to an answer as counts in logarithmic buckets: added by position they merge, whoever counted them.

Bucket 0 holds all up to one millisecond; bucket i what is over GROWTH^(i-1) and at most GROWTH^i milliseconds. A percentile
read from them is off by at most 5 % (Masson, Rim, Lee: DDSketch, VLDB 2019, with a relative accuracy of 5 %).
"""

from bisect import bisect_left
from collections.abc import Sequence

#: Relative error of a percentile.
ACCURACY = 0.05
GROWTH = (1 + ACCURACY) / (1 - ACCURACY)
#: The last bucket ends above 30 seconds, the longest that a call may take.
COUNT = 105
#: Upper ends, in seconds.
ENDS = tuple(GROWTH**index / 1_000 for index in range(COUNT - 1))


def bucket_of(seconds: float) -> int:
    """Returns the position of the bucket of a time."""
    return bisect_left(ENDS, seconds)


def trimmed(buckets: Sequence[int]) -> list[int]:
    """Leaves the empty buckets at the end away, as the database keeps them."""
    last = max((index for index, count in enumerate(buckets) if count), default=-1)
    return list(buckets[: last + 1])


def percentile(buckets: Sequence[int], share: float) -> float | None:
    """Returns the time, in milliseconds, within which this share of the calls was answered; None without calls."""
    total = sum(buckets)
    if not total:
        return None
    rank, seen = share * (total - 1), 0
    for index, count in enumerate(buckets):
        seen += count
        if seen > rank:
            return _middle(index)
    return _middle(len(buckets) - 1)


def slower_than(buckets: Sequence[int], seconds: float) -> int:
    """Returns how many calls took longer; those in the bucket of this time are not counted."""
    return sum(buckets[bucket_of(seconds) + 1 :])


def _middle(index: int) -> float:
    """Returns the milliseconds that stand for a bucket: no time in it is farther away than ACCURACY."""
    return 1.0 if index == 0 else 2 * GROWTH**index / (GROWTH + 1)
