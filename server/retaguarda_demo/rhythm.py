"""When charges are made: how many each shop makes a day, and at what time of the day."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import accumulate
from random import Random

from retaguarda.foundation.local_day import BRASILIA
from retaguarda_demo.shops import Shop

#: The last day sells this much more than the first, in hundredths.
GROWTH = 60
#: How far a day may be from the rule (sigma of log-normal).
UNEVEN = 0.12

_MINUTES = 1_440
#: A day's times are drawn from a table: a power of two, so that random bits are an index.
_TIME_BITS = 12
#: Nothing younger than this is made up: it would have to be on its way still.
NOT_AFTER = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class ShopDay:
    """One shop's charges of one local day: how many, and the milliseconds since 1970 they may be made at."""

    shop: Shop
    count: int
    starts: int
    minutes: list[int]

    def times(self, rng: Random) -> list[int]:
        """In order."""
        table, starts, bits, uniform = self.minutes, self.starts, rng.getrandbits, rng.random
        return sorted(starts + table[bits(_TIME_BITS)] * 60_000 + int(uniform() * 60_000) for _ in range(self.count))


def plan(rng: Random, shops: tuple[Shop, ...], total: int, days: int, end: datetime) -> Iterator[list[ShopDay]]:
    """``total`` charges over the local days up to ``end``, day by day, every shop in each."""
    last = (end - NOT_AFTER).astimezone(BRASILIA)
    dates = [last.date() - timedelta(days=days - 1 - number) for number in range(days)]
    weights = [
        _weight(shop, day, number, days, last) * rng.lognormvariate(0, UNEVEN)
        for number, day in enumerate(dates)
        for shop in shops
    ]
    counts = _shares(weights, total)
    curves = {shop.company: _minutes(shop, _MINUTES) for shop in shops}
    for number, day in enumerate(dates):
        starts = datetime.combine(day, datetime.min.time(), BRASILIA)
        of_day = list[ShopDay]()
        for place, shop in enumerate(shops):
            count = counts[number * len(shops) + place]
            curve = curves[shop.company]
            if day == last.date() and count:
                curve = _minutes(shop, _minute(last))
            of_day.append(ShopDay(shop, count, int(starts.timestamp()) * 1_000, curve))
        yield of_day


def _weight(shop: Shop, day: date, number: int, days: int, last: datetime) -> float:
    weight = shop.share * shop.weekdays[day.weekday()] / sum(shop.weekdays) * shop.month_weight(day.day) / 10
    weight *= 1 + GROWTH / 100 * number / max(days - 1, 1)
    if day == last.date():
        curve = _by_minute(shop)
        weight *= sum(curve[: _minute(last)]) / sum(curve)
    return weight


def _minute(moment: datetime) -> int:
    return moment.hour * 60 + moment.minute


def _shares(weights: list[float], total: int) -> list[int]:
    """Whole numbers in these proportions whose sum is ``total`` exactly."""
    sums = list(accumulate(weights))
    ends = [round(total * each / sums[-1]) for each in sums]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]


def _by_minute(shop: Shop) -> list[float]:
    """Weight of each minute: from the middle of one hour to the middle of the next in a straight line."""
    curve = list[float]()
    for minute in range(_MINUTES):
        hour, part = divmod(minute - 30, 60)
        curve.append(shop.hours[hour % 24] * (60 - part) / 60 + shop.hours[(hour + 1) % 24] * part / 60)
    return curve


def _minutes(shop: Shop, before: int) -> list[int]:
    """Minutes of the day, each as often as it weighs, none at or after ``before``."""
    sums = list(accumulate(_by_minute(shop)[:before]))
    size = 1 << _TIME_BITS
    return [min(bisect_right(sums, sums[-1] * (place + 0.5) / size), before - 1) for place in range(size)]
