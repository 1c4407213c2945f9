"""Find the cheapest thing to do about what is late. Each candidate is forecast; none is proposed that does not help."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from retaguarda.payouts.forecast.apply_scenario import enabled
from retaguarda.payouts.forecast.compare_plans import by_merchant, cost_of, late_ones, money
from retaguarda.payouts.forecast.model import ForecastAction
from retaguarda.payouts.forecast.plan_facts import Deposit, Forecast, World
from retaguarda.payouts.forecast.simulate_day import forecast

#: A deposit is in so long before the first cut-off: the clock comes each minute, and then the worker.
_BEFORE = timedelta(minutes=5)


class _Candidate(NamedTuple):
    deposit: Deposit | None
    route: UUID | None


def find_action(world: World, found: Forecast, *, staff: bool) -> ForecastAction | None:
    """Return what leaves the fewest payments late and, of such, costs least; None: nothing is late, or nothing helps.

    Args:
        staff: routes are theirs to switch; merchants can only bring money.
    """
    late = late_ones(world, found)
    if not late:
        return None
    deposit = _deposit(world, found, late)
    routes = [each.id for each in world.processors if not each.enabled] if staff else []
    before, best = _score(world, found), None
    for candidate in _candidates(deposit, routes):
        after = forecast(_done(world, candidate))
        score, cost = _score(world, after), cost_of(after) - cost_of(found)
        if score < before and (best is None or (score, cost) < best[0]):
            best = (score, cost), candidate
    if best is None:
        return None
    ((left, _), cost), (deposit, route) = best
    kind = "deposit_and_route" if deposit and route else "deposit" if deposit else "route"
    return ForecastAction(
        kind=kind,
        amount=money(deposit.amount) if deposit else None,
        by=deposit.at if deposit else None,
        processor=next((each.name for each in world.processors if each.id == route), None),
        late=left,
        cost=money(cost) if staff else None,
    )


def _candidates(deposit: Deposit | None, routes: list[UUID]) -> Iterator[_Candidate]:
    if deposit:
        yield _Candidate(deposit, None)
    for route in routes:
        yield _Candidate(None, route)
        if deposit:
            yield _Candidate(deposit, route)


def _done(world: World, candidate: _Candidate) -> World:
    deposits = [*world.deposits, candidate.deposit] if candidate.deposit else world.deposits
    return replace(world, deposits=deposits, processors=enabled(world.processors, candidate.route))


def _deposit(world: World, found: Forecast, late: list[int]) -> Deposit | None:
    """The smallest deposit with which everything leaves that waits for money, at the last moment that still serves; None where what is
    late does not wait for money, or more than one merchant's does."""
    poor = by_merchant(
        world,
        (place for place in late if world.payments[place].status == "queued" and not world.payments[place].opens_at),
    )
    if len(poor) != 1:
        return None
    ((company, places),) = poor.items()
    pairs = zip(world.payments, found.fates, strict=True)
    queued = sum(each.gross for each, fate in pairs if each.company == company and fate.reason == "no_funds")
    by = _last_moment(world, [world.payments[place].cut_off for place in places])
    coming = sum(each.amount for each in world.deposits if each.company == company and each.at > by)
    missing = queued + coming - found.left[company]
    return Deposit(company, missing, by) if missing > 0 else None


def _last_moment(world: World, cut_offs: list[datetime]) -> datetime:
    """Before the first cut-off that can still be kept; now, where none can."""
    kept = [each - _BEFORE for each in cut_offs if each - _BEFORE > world.now]
    return min(kept, default=world.now)


def _score(world: World, found: Forecast) -> tuple[int, int]:
    """How many are late, and how many of them do not leave at all."""
    late = late_ones(world, found)
    return len(late), sum(found.fates[place].leaves_at is None for place in late)
