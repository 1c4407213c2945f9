"""Whatever the day: a payment of which the forecast says that it leaves is one that the live checks let go at that moment."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from uuid import UUID

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from retaguarda.payout_engine.decide_route import Asked, Routes
from retaguarda.payout_engine.decide_sending import PayingProcessor, Standing, choose_processor, stop_of
from retaguarda.payout_engine.draw_route import RouteChoice, RouteGroup
from retaguarda.payouts.forecast.plan_facts import Closure, Deposit, Fate, Planned, Purse, World
from retaguarda.payouts.forecast.simulate_day import forecast
from retaguarda.payouts.lots.watch_lots import COLLECT_SECONDS

NOW = datetime(2026, 11, 20, 15, 30, 20, tzinfo=UTC)
END = NOW + timedelta(hours=12)
MERCHANT = 2
within = st.integers(-7_200, 50_000).map(lambda seconds: NOW + timedelta(seconds=seconds))
standings = st.builds(
    Standing,
    company=st.sampled_from([None, None, None, "blocked"]),
    account=st.sampled_from([None, None, "verified", "refused"]),
    block=st.sampled_from([None, None, None, "unit_budget_spent"]),
    sealed=st.sampled_from([True, True, True, False]),
    suspect=st.sampled_from([False, False, False, True]),
    due_on=st.sampled_from([None, None, NOW.date() - timedelta(days=1), NOW.date()]),
)


@st.composite
def payments(draw: st.DrawFn, number: int) -> Planned:
    status = draw(st.sampled_from(["pending", "created", "queued", "on_hold", "blocked"]))
    return Planned(
        id=UUID(int=number),
        company=MERCHANT,
        status=status,
        method=draw(st.sampled_from(["pix", "pix", "ted"])),
        amount=draw(st.integers(1, 500)),
        fee=draw(st.integers(0, 5)),
        held=status != "queued",
        looked_up=draw(st.booleans()),
        created_at=NOW - timedelta(seconds=draw(st.integers(0, 200_000))),
        due_at=draw(within) if status == "created" else None,
        cut_off=END,
        hold_reason=draw(st.sampled_from(["rule", "cooling_off", "second_person", "suspect"])),
        hold_until=draw(st.none() | within) if status == "on_hold" else None,
        processor=draw(st.none() | st.integers(1, 3).map(lambda n: UUID(int=n))),
        ordered_at=None,
        standing=draw(standings),
        bound=draw(st.sampled_from([False, False, False, True])),
    )


@st.composite
def worlds(draw: st.DrawFn) -> World:
    processors = [
        PayingProcessor(
            id=UUID(int=number),
            name=f"Bank {number}",
            ispb="12345678",
            by_file=draw(st.booleans()),
            methods=draw(st.sampled_from([["pix"], ["pix", "ted"], ["ted"]])),
            priority=draw(st.integers(1, 3)),
            created_at=NOW,
            enabled=draw(st.booleans()),
            certificate_expires_at=draw(st.none() | within),
            cut_off=draw(st.none() | st.integers(0, 23).map(time)),
            cost=draw(st.integers(0, 50)),
        )
        for number in range(1, 4)
    ]
    closures = draw(
        st.lists(
            st.builds(
                lambda since, hours, which: Closure(since, since + timedelta(hours=hours), UUID(int=which) if which else None,
                                                    None if which else "pix"),
                within, st.integers(1, 5), st.integers(0, 3),
            ),
            max_size=3,
        )
    )  # fmt: skip
    purse = Purse(
        free=draw(st.integers(-200, 2_000)),
        closed=draw(st.sampled_from([False, False, False, True])),
        queue_days=draw(st.sampled_from([1, 30])),
        queue_skips=draw(st.booleans()),
        hold_ends=draw(st.sampled_from(["release", "refuse"])),
        day_most=None,
        night_most=None,
        count_most=None,
        used={},
    )
    deposits = draw(st.lists(st.builds(Deposit, st.just(MERCHANT), st.integers(1, 900), within), max_size=3))
    ones = [draw(payments(number)) for number in range(draw(st.integers(0, 12)))]
    return World(NOW, END, ones, {MERCHANT: purse}, processors, closures=closures, deposits=deposits)


def left(fate: Fate) -> bool:
    return fate.leaves_at is not None


@given(worlds())
def test_nothing_leaves_that_a_live_check_refuses_at_that_moment(world: World) -> None:
    fates = forecast(world).fates
    for payment, fate in zip(world.payments, fates, strict=True):
        if fate.leaves_at is None:
            assert fate.state not in ("done", "in_bank_processing")
            continue
        assert world.now <= fate.leaves_at <= world.until
        assert stop_of(payment.standing, fate.leaves_at) is None
        assert not payment.bound
        standing_open = [
            each
            for each in world.processors
            if not any(closure.shuts(each, payment.method, fate.leaves_at) for closure in world.closures)
        ]
        chosen = choose_processor(standing_open, payment.method, payment.processor, fate.leaves_at)
        assert chosen is not None
        assert (chosen.id, chosen.cost) == (fate.processor, fate.cost)
        assert payment.due_at is None or fate.leaves_at >= payment.due_at
        if payment.status == "on_hold":
            assert payment.hold_until is not None
            assert fate.leaves_at >= payment.hold_until


@given(worlds())
def test_the_queue_never_spends_what_is_not_there(world: World) -> None:
    found = forecast(world)
    purse = world.purses[MERCHANT]
    freed = sum(
        each.gross
        for each, fate in zip(world.payments, found.fates, strict=True)
        if each.held and fate.state in ("rejected", "cancelled")
    )
    came = sum(each.amount for each in world.deposits if each.at <= world.until)
    # What left the queue may still wait for a processor, or be stopped: its money is set aside all the same.
    spent = sum(
        each.gross
        for each, fate in zip(world.payments, found.fates, strict=True)
        if each.status == "queued" and fate.state not in ("queued", "cancelled", "rejected")
    )
    assert spent <= max(0, purse.free + freed + came)
    assert not (purse.closed and spent)


@given(worlds())
def test_the_same_world_has_the_same_forecast(world: World) -> None:
    assert forecast(world) == forecast(world)


@given(worlds())
def test_a_processor_that_is_down_gets_nothing_while_it_is(world: World) -> None:
    down = world.processors[0].id
    shut = Closure(world.now - timedelta(days=1), world.until + timedelta(days=1), down)
    fates = forecast(
        World(world.now, world.until, world.payments, world.purses, world.processors, closures=[shut])
    ).fates
    assert all(fate.processor != down for fate in fates)


@given(worlds())
def test_a_lot_takes_what_is_ordered_within_seconds_and_changes_nothing_else(world: World) -> None:
    by_lot = [msgspec.structs.replace(each, by_file=False, by_lot=True) for each in world.processors]
    by_call = [msgspec.structs.replace(each, by_file=False) for each in world.processors]
    # Beyond the end so that a lot which goes just after it is in both.
    later = replace(world, until=world.until + timedelta(seconds=COLLECT_SECONDS))
    lots = forecast(replace(later, processors=by_lot)).fates
    calls = forecast(replace(later, processors=by_call)).fates
    gone = dict[UUID | None, list[float]]()
    for one, other in zip(lots, calls, strict=True):
        if other.leaves_at is None or other.leaves_at > world.until:
            continue
        assert one.leaves_at is not None
        assert (one.state, one.processor, one.cost) == (other.state, other.processor, other.cost)
        assert timedelta() <= one.leaves_at - other.leaves_at <= timedelta(seconds=COLLECT_SECONDS + 0.001)
        gone.setdefault(one.processor, []).append(one.leaves_at.timestamp())
    # Two lots of a bank are never nearer to each other than an order waits for others.
    for moments in gone.values():
        apart = sorted(set(moments))
        assert all(after - before >= COLLECT_SECONDS - 0.001 for before, after in pairwise(apart))


@given(worlds(), st.lists(st.tuples(st.integers(1, 3), st.integers(1, 9)), min_size=3, max_size=3))
def test_by_routes_each_payment_goes_where_live_sending_would_send_it(
    world: World, terms: list[tuple[int, int]]
) -> None:
    choices = [
        RouteChoice(processor=UUID(int=number), priority=priority, weight=weight)
        for number, (priority, weight) in enumerate(terms, 1)
    ]
    by = Routes([RouteGroup(name="Day", condition="hour >= 12", choices=choices)], UUID(int=9), 1)
    fates = forecast(replace(world, routes=by)).fates
    for payment, fate in zip(world.payments, fates, strict=True):
        if fate.leaves_at is None or payment.status == "in_bank_processing":
            continue
        open_ones = [
            each
            for each in world.processors
            if not any(closure.shuts(each, payment.method, fate.leaves_at) for closure in world.closures)
        ]
        asked = Asked(
            id=payment.id,
            method=payment.method,
            amount=payment.amount,
            merchant=payment.company,
            currency="BRL",
            origin=payment.origin,
            wanted=payment.processor,
        )
        routed = by.choose(asked, open_ones, {}, fate.leaves_at)
        assert routed.processor is not None
        assert routed.processor.id == fate.processor
