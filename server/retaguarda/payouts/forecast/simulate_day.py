"""Forecast what becomes of payments until a moment: a simulation of the engine's clock and worker, without I/O.

Each decision is the one of live sending (payout_engine/decide_sending.py and limits.py); here is only the order in which the clock
and the worker come to take them. What a bank answers nobody knows before: an order that is given counts as carried out.
"""

import heapq
from bisect import bisect_right
from datetime import UTC, datetime, timedelta
from itertools import count
from uuid import UUID

from retaguarda.payout_engine.decide_sending import MOST, SUSPECT, UNDER_REVIEW, WAIT_SECONDS, end_of_hold, stop_of
from retaguarda.payout_engine.plan_ted import WINDOW, plan_ted
from retaguarda.payouts.forecast.plan_facts import MINUTE, Fate, Forecast, Planned, World, next_tick, tick_after
from retaguarda.payouts.forecast.route_payments import Routing
from retaguarda.payouts.forecast.settle_queue import MerchantQueue
from retaguarda.payouts.forecast.submit_batches import submit_batches
from retaguarda.payouts.lots.watch_lots import COLLECT_SECONDS

#: Payments that the worker sends at once.
AT_ONCE = 8
_DAY = timedelta(days=1)


def forecast(world: World) -> Forecast:
    return _Simulation(world).run()


class _Simulation:
    """Moments are seconds of the epoch; payments are known by their place."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.now, self.until = world.now.timestamp(), world.until.timestamp()
        self.fates: list[Fate] = [Fate("pending")] * len(world.payments)
        self.queues = {company: MerchantQueue(purse, purse.free) for company, purse in world.purses.items()}
        self._bounds = sorted({each.timestamp() for each in world.bounds()})
        self._routing = Routing(world, self._bounds)
        self._events = list[tuple[float, int, int, int]]()
        self._ticks = set[tuple[float, int]]()
        self._numbers = count()
        self._refused = dict[UUID, str]()
        self._worker_free = self.now
        self._collects = dict[UUID, float]()

    def run(self) -> Forecast:
        free = {company: queue.free for company, queue in self.queues.items()}
        self._refused, free = submit_batches(self.world, free)
        for company, queue in self.queues.items():
            queue.free = free[company]
        for place, payment in enumerate(self.world.payments):
            self._begin(place, payment)
        for company, queue in self.queues.items():
            queue.sort(self.world.payments)
            if queue.waiting or queue.holds:
                self._tick(company, self.now)
        for number, deposit in enumerate(self.world.deposits):
            self._push(max(deposit.at.timestamp(), self.now), _DEPOSIT, number)
        while self._events:
            at, kind, _, what = heapq.heappop(self._events)
            if at > self.until:
                break
            if kind == _SEND:
                self._send(at, what)
            elif kind == _DEPOSIT:
                deposit = self.world.deposits[what]
                self.queues[deposit.company].free += deposit.amount
                self._tick(deposit.company, at)
            else:
                self._run_clock(at, what)
        left = {company: queue.free for company, queue in self.queues.items()}
        return Forecast(self.fates, self._refused, left)

    def _begin(self, place: int, payment: Planned) -> None:
        refused = self._refused.get(payment.batch) if payment.is_line and payment.batch else None
        if refused is not None:
            self.fates[place] = Fate("planned", reason=refused)
            return
        match payment.status:
            case "pending":
                self._push(self.now, _SEND, place)
            case "created":
                self.fates[place] = Fate("created")
                due = payment.due_at.timestamp() if payment.due_at else self.now
                self._push(next_tick(max(due, self.now)), _SEND, place)
            case "queued" if payment.opens_at is not None:
                self.fates[place] = Fate("queued", reason=WINDOW)
                self._push(tick_after(max(payment.opens_at.timestamp(), self.now)), _SEND, place)
            case "queued":
                self.fates[place] = Fate("queued", reason="no_funds")
                queue = self.queues[payment.company]
                queue.waiting.append(place)
                self._tick(payment.company, max(queue.expires(payment), self.now))
            case "on_hold":
                self._hold(place, payment.hold_reason, payment.hold_until and payment.hold_until.timestamp())
            case "blocked":
                stop = stop_of(payment.standing, self.world.now)
                self.fates[place] = Fate("blocked", reason=stop and stop.reason)
                if stop is None or stop.to != "blocked":
                    self._push(next_tick(self.now), _SEND, place)
            case "in_bank_processing":
                by_file = any(each.by_file for each in self.world.processors if each.id == payment.processor)
                self._leave(place, payment.ordered_at or self.world.now, payment.processor, by_file=by_file)
            case other:
                self.fates[place] = Fate("planned", reason=other)

    def _hold(self, place: int, reason: str | None, until: float | None) -> None:
        self.fates[place] = Fate("on_hold", reason=reason)
        if until is not None:
            payment = self.world.payments[place]
            heapq.heappush(self.queues[payment.company].holds, (until, place))
            self._tick(payment.company, max(until, self.now))

    def _send(self, at: float, place: int) -> None:
        """The worker comes to a payment that may leave: it is stopped, waits for a processor, or is ordered."""
        payment = self.world.payments[place]
        self.fates[place] = Fate("pending")
        start = max(at, self._worker_free)
        asks = self.world.directory_seconds if payment.looked_up else 0.0
        ordered = start + asks
        if (stop := stop_of(payment.standing, datetime.fromtimestamp(ordered, UTC))) is not None:
            if stop.held is not None:
                self._hold(place, stop.reason, at + stop.held.total_seconds())
            else:
                self.fates[place] = Fate(stop.to, reason=stop.reason)
            if stop.to == "cancelled":
                self.queues[payment.company].free += payment.gross
                self._tick(payment.company, at)
            return
        if payment.inside:
            self._settle_inside(start, place)
            return
        segment = bisect_right(self._bounds, ordered)
        found, method = self._routing.of(payment, segment)
        if found is None:
            # As the worker finds, whatever else is supposed shut: a TED is queued until the next business day.
            if payment.method == "ted" and (opens := self._opens(payment, datetime.fromtimestamp(ordered, UTC))):
                self.fates[place] = Fate("queued", reason=WINDOW)
                self._push(tick_after(opens.timestamp()), _SEND, place)
                return
            if segment < len(self._bounds):
                tries = -(-(self._bounds[segment] - ordered) // WAIT_SECONDS)
                self._push(ordered + WAIT_SECONDS * max(1, tries), _SEND, place)
            return
        self._worker_free = start + max(1 / self.world.pace, asks / AT_ONCE)
        if payment.bound:
            self._hold(place, UNDER_REVIEW, None)
            return
        left = self._collected(found.id, ordered) if found.by_lot else ordered
        if left <= self.until:
            cost = found.cost_of(method, payment.amount)
            self._leave(place, datetime.fromtimestamp(left, UTC), found.id, by_file=found.by_file, cost=cost)

    def _settle_inside(self, at: float, place: int) -> None:
        """No bank is asked: it is done once the worker comes to it."""
        self._worker_free = at + 1 / self.world.pace
        if self.world.payments[place].bound:
            self._hold(place, UNDER_REVIEW, None)
        elif at <= self.until:
            self._leave(place, datetime.fromtimestamp(at, UTC), None, by_file=False)

    def _opens(self, payment: Planned, at: datetime) -> datetime | None:
        return plan_ted(self.world.processors, payment.processor, at, may_be_pix=payment.pix_instead).opens_at

    def _leave(self, place: int, at: datetime, processor: UUID | None, *, by_file: bool, cost: int = 0) -> None:
        """An order is given. What goes in a file is done when the bank has answered it, which is no matter of a day."""
        self.fates[place] = Fate("in_bank_processing" if by_file else "done", at, processor, cost)

    def _collected(self, processor: UUID, ordered: float) -> float:
        """When the lot goes that takes an order: the first one waits for others, which go with it."""
        if ordered > self._collects.get(processor, 0):
            self._collects[processor] = ordered + COLLECT_SECONDS
        return self._collects[processor]

    def _run_clock(self, at: float, company: int) -> None:
        """The minute's run: holds that are over end, and then the queue is served."""
        queue = self.queues[company]
        ended = 0
        while queue.holds and queue.holds[0][0] <= at and ended < MOST:
            _, place = heapq.heappop(queue.holds)
            ended += 1
            payment, held = self.world.payments[place], self.fates[place].reason
            if end_of_hold(held, queue.purse.hold_ends) == "release":
                if held == SUSPECT and payment.standing.suspect:
                    # Sent on, it is stopped again at once, for another day.
                    self._hold(place, SUSPECT, at + _DAY.total_seconds())
                elif payment.due_at is not None and payment.due_at.timestamp() > at:
                    self.fates[place] = Fate("created")
                    self._push(next_tick(payment.due_at.timestamp()), _SEND, place)
                else:
                    self._push(at, _SEND, place)
                continue
            self.fates[place] = Fate("rejected", reason=held)
            queue.free += payment.gross if payment.held else 0
        moved = queue.serve(self.world.payments, at)
        for place, said in moved:
            if said == "leave":
                self._push(at, _SEND, place)
            else:
                self.fates[place] = Fate("cancelled", reason="queue_expired")
        if (ended == MOST and queue.holds) or (moved and len(queue.waiting) >= MOST):
            self._tick(company, at + MINUTE)

    def _tick(self, company: int, at: float) -> None:
        tick = next_tick(at)
        if (tick, company) not in self._ticks and tick <= self.until:
            self._ticks.add((tick, company))
            self._push(tick, _CLOCK, company)

    def _push(self, at: float, kind: int, what: int) -> None:
        heapq.heappush(self._events, (at, kind, next(self._numbers), what))


#: At one moment deposits come before the clock, and the worker after it.
_DEPOSIT, _CLOCK, _SEND = range(3)
