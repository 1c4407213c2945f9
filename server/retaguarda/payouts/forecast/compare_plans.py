"""Add up what a forecast says, and compare it with another: sums, hours, what is late, what moves."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from retaguarda.foundation.money import Money
from retaguarda.payout_engine.plan_ted import WINDOW
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payouts.forecast.model import ForecastHour, ForecastPart, ForecastProcessor, ForecastSums
from retaguarda.payouts.forecast.plan_facts import Fate, Forecast, Planned, World

#: A payment that leaves by so much at another moment has moved.
MOVED = timedelta(minutes=1)
#: States in which a payment may still leave.
_OPEN = frozenset({"pending", "created", "queued", "on_hold", "blocked", "planned"})
_PARTS = {
    "queued": "queued",
    "pending": "waiting",
    "on_hold": "on_hold",
    "blocked": "stopped",
    "rejected": "ended",
    "cancelled": "ended",
    "created": "later",
    "planned": "later",
}


def is_late(payment: Planned, fate: Fate, until: datetime) -> bool:
    """Whether a payment misses its cut-off, as far as the forecast sees."""
    if fate.leaves_at is not None:
        return fate.leaves_at > payment.cut_off
    return fate.state in _OPEN and payment.cut_off <= until


def late_ones(world: World, found: Forecast) -> list[int]:
    pairs = zip(world.payments, found.fates, strict=True)
    return [place for place, (payment, fate) in enumerate(pairs) if is_late(payment, fate, world.until)]


def cost_of(found: Forecast) -> int:
    return sum(each.cost for each in found.fates)


def sum_up(world: World, found: Forecast, *, staff: bool) -> ForecastSums:
    counts, amounts = Counter[str](), Counter[str]()
    fees, last = 0, None
    for payment, fate in zip(world.payments, found.fates, strict=True):
        parts = [_part_of(fate)]
        if fate.leaves_at is not None and payment.status != "in_bank_processing":
            parts, fees = ["leaves"], fees + payment.fee
            last = fate.leaves_at if last is None else max(last, fate.leaves_at)
            if payment.inside:
                parts.append("inside")
        if is_late(payment, fate, world.until):
            parts.append("late")
        for part in parts:
            counts[part] += 1
            amounts[part] += payment.amount
    shown = {
        name: ForecastPart(counts[name], money(amounts[name]))
        for name in ("leaves", "inside", "late", "queued", "waiting", "on_hold", "stopped", "ended", "later")
    }
    return ForecastSums(**shown, fees=money(fees), cost=money(cost_of(found)) if staff else None, last_at=last)


def _part_of(fate: Fate) -> str:
    if fate.reason == WINDOW:
        return "waiting"
    # A batch that the balance does not cover waits for money, and for no later day.
    short = fate.state == "planned" and fate.reason == "insufficient_balance"
    return "queued" if short else _PARTS.get(fate.state, "")


def hours_of(world: World, found: Forecast) -> list[ForecastHour]:
    """What leaves from now on, hour by hour; hours without any are left out."""
    counts, amounts = Counter[datetime](), Counter[datetime]()
    for payment, fate in zip(world.payments, found.fates, strict=True):
        if fate.leaves_at is not None and payment.status != "in_bank_processing":
            hour = fate.leaves_at.replace(minute=0, second=0, microsecond=0)
            counts[hour] += 1
            amounts[hour] += payment.amount
    return [ForecastHour(hour, counts[hour], money(amounts[hour])) for hour in sorted(counts)]


def processors_of(world: World, found: Forecast) -> list[ForecastProcessor]:
    """What each processor gets from now on."""
    counts, amounts, costs = Counter[object](), Counter[object](), Counter[object]()
    for payment, fate in zip(world.payments, found.fates, strict=True):
        if fate.processor is not None and payment.status != "in_bank_processing":
            counts[fate.processor] += 1
            amounts[fate.processor] += payment.amount
            costs[fate.processor] += fate.cost
    return [
        ForecastProcessor(
            each.id,
            each.name,
            each.enabled,
            each.cut_off and f"{each.cut_off:%H:%M}",
            counts[each.id],
            money(amounts[each.id]),
            money(costs[each.id]),
        )
        for each in sorted(world.processors, key=lambda each: (not each.enabled, each.priority, each.created_at))
    ]


class Moved:
    """What leaves at another moment than before; places of payments.

    ``later`` counts also what does not leave any more, ``sooner`` what leaves at all. ``longest``: of those that leave.
    """

    def __init__(self, before: Forecast, after: Forecast) -> None:
        self.later, self.sooner, self.longest = list[int](), list[int](), timedelta()
        for place, (one, other) in enumerate(zip(before.fates, after.fates, strict=True)):
            if one.leaves_at is None or other.leaves_at is None:
                if one.leaves_at is not None:
                    self.later.append(place)
                elif other.leaves_at is not None:
                    self.sooner.append(place)
                continue
            moved = other.leaves_at - one.leaves_at
            if moved >= MOVED:
                self.later.append(place)
                self.longest = max(self.longest, moved)
            elif moved <= -MOVED:
                self.sooner.append(place)


def part_of(world: World, places: Sequence[int]) -> ForecastPart:
    return ForecastPart(len(places), money(sum(world.payments[place].amount for place in places)))


def by_merchant(world: World, places: Iterable[int]) -> dict[int, list[int]]:
    found = defaultdict[int, list[int]](list)
    for place in places:
        found[world.payments[place].company].append(place)
    return found


def money(amount: int) -> Money:
    return Money(amount, PIX_CURRENCY)
