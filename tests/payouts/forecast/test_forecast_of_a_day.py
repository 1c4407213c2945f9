"""A forecast beside the day that then comes: the engine's own clock and worker, and the sandbox bank that pays.

Only time moves the clock of a database; here the rows grow older instead. What the clock would meet a minute later it meets now.
"""

import contextlib
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from conftest import Sql
from people import AURORA, Person
from retaguarda.foundation.database import Scope
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payout_engine.payout_seal import PayoutSeals
from retaguarda.payouts.forecast.plan_facts import Closure, Deposit, World
from retaguarda.payouts.forecast.queries import load_world
from retaguarda.payouts.forecast.simulate_day import forecast
from support.charges import Counter
from support.payments import PAYMENTS, pay

MINUTE = timedelta(minutes=1)
#: Asked for in a day.
PAYMENTS_OF_A_DAY = 200
#: Paid where the bank refuses it, which no forecast foresees.
REFUSED: dict[str, Any] = {
    "key": None,
    "account": {"ispb": "18236120", "account_type": "TRAN", "branch": "9903", "number": "1", "digit": "9"},
}


@dataclass
class Day:
    """What really happens: ``left`` has the moment at which each payment was ordered."""

    counter: Counter
    sql: Sql
    start: datetime
    left: dict[UUID, datetime]
    zone: ZoneInfo
    aged: timedelta = timedelta()
    days: int = 0

    def age(self, to: datetime) -> None:
        """Make every open row as old as it is when the clock says ``to``."""
        real = datetime.now(UTC)
        more = (to - real) - self.aged
        days = (to.astimezone(self.zone).date() - real.astimezone(self.zone).date()).days - self.days
        self.sql("alter table payout disable trigger user")
        self.sql(
            "update payout set created_at = created_at - %s::interval, hold_until = hold_until - %s::interval,"
            " scheduled_for = scheduled_for - %s::int where ended_at is null",
            more, more, days,
        )  # fmt: skip
        self.sql("alter table payout enable trigger user")
        self.aged, self.days = self.aged + more, self.days + days

    async def minute(self, at: datetime) -> None:
        """The clock's run of one minute, and the worker's after it."""
        self.age(at)
        await self.counter.run_job("payouts.due")
        await self.counter.run_job("payouts.waiting")
        await self.send(at)

    async def send(self, at: datetime) -> None:
        for (payout,) in self.sql("select id from payout where status = 'pending' order by created_at, id"):
            with contextlib.suppress(TryAgain):
                await self.counter.run_job("payouts.send", AURORA, str(payout))
        for (payout,) in self.sql("select distinct payout_id from payout_order where payout_id is not null"):
            self.left.setdefault(payout, at)

    def next(self, at: datetime) -> datetime | None:
        """When the clock next meets something: the end of a hold, the start of a planned day; None: nothing more comes."""
        (row,) = self.sql("select min(hold_until), min(scheduled_for) filter (where status = 'created') from payout where ended_at is null"
                          " and status in ('on_hold', 'created')")  # fmt: skip
        moments = []
        if row[0] is not None:
            moments.append(row[0] + self.aged)
        if row[1] is not None:
            day = row[1] + timedelta(days=self.days)
            moments.append(datetime(day.year, day.month, day.day, tzinfo=self.zone).astimezone(UTC))
        later = [each for each in moments if each > at]
        return min(later, default=None)

    async def end(self) -> None:
        """The bank has answered what it was given."""
        for _ in range(40):
            waiting = self.sql("select id from payout where status = 'in_bank_processing'")
            if not waiting:
                return
            for (payout,) in waiting:
                with contextlib.suppress(TryAgain):
                    await self.counter.run_job("payouts.send", AURORA, str(payout))
        raise AssertionError("the bank never answered")


def tick_after(at: datetime) -> datetime:
    whole = at.replace(second=0, microsecond=0)
    return whole if whole == at else whole + MINUTE


async def read_world(counter: Counter, days: int = 1) -> World:
    async with counter.app.database.transaction(Scope((AURORA,))) as tx:
        return (await load_world(tx, [AURORA], PayoutSeals(counter.app.keys), staff=True, days=days)).world


@pytest.fixture
async def merchant(bruno: Person, diego: Person, ana: Person, counter: Counter, sql: Sql) -> tuple[Person, Person]:
    """Who pays and who holds payments, of a merchant with a queue and some money."""
    sql(
        "insert into payout_setting_version (company_id, version, currency, methods, cooling_off_hours, queue, queue_days, queue_skips,"
        " hold_ends, duplicates, external_id_needed, valid_from, actor) values (2, 1, 'BRL', '{pix}', 0, true, 30, true, 'refuse', 'off',"
        " false, now() - interval '1 day', 'a test')"
    )
    await counter.paid(ana, 200_000)
    diego.account = "2"
    return bruno, diego


async def a_morning(merchant: tuple[Person, Person], refused: int | None = None) -> None:
    """Payments by a seed: ready, planned for tomorrow, on hold for some hours, and more than there is money for.

    Args:
        refused: the number of one that its bank refuses.
    """
    bruno, diego = merchant
    chance = random.Random(24)
    tomorrow = (datetime.now(ZoneInfo("America/Sao_Paulo")) + timedelta(days=1)).date().isoformat()
    for number in range(PAYMENTS_OF_A_DAY):
        amount, more = chance.randrange(500, 4_000) + number, dict[str, Any]()
        if number == refused:
            # A centavo: what a refusal gives back lets others leave the queue, and that no forecast foresees either.
            amount, more = 1, more | REFUSED
        kind = chance.random()
        if kind < 0.2:
            more |= {"scheduled_for": tomorrow}
        said = await pay(bruno, amount, **more)
        assert said.status_code in (201, 422), said.text
        if said.status_code == 201 and said.json()["status"] == "pending" and kind > 0.6:
            body = {"hold_reason": "risk", "minutes": chance.randrange(5, 600), "reason": "Olhar"}
            assert (await diego.post(f"{PAYMENTS}/{said.json()['id']}/hold", body, key=None)).status_code == 200


async def live(counter: Counter, sql: Sql, world: World, changes: dict[datetime, Callable[[], None]]) -> Day:
    """Let the day come, until the world's end; ``changes`` happen at their moments."""
    day = Day(counter, sql, world.now, {}, ZoneInfo("America/Sao_Paulo"))
    await day.send(world.now)
    at = tick_after(world.now)
    while at <= world.until:
        for moment in sorted(changes):
            if moment <= at:
                changes.pop(moment)()
        await day.minute(at)
        waits = bool(sql("select from payout where status = 'pending' limit 1"))
        following = [each for each in (day.next(at), min(changes, default=None)) if each is not None]
        if waits and changes:
            at += MINUTE
        elif following:
            at = max(at + MINUTE, tick_after(min(following)))
        else:
            break
    await day.end()
    return day


def agreement(world: World, day: Day, found: Any) -> tuple[float, float]:
    """Shares of payments whose state, and whose moment of leaving within a minute, came as they were told."""
    states = dict(day.sql("select id, status from payout"))
    pairs = [(each.id, fate) for each, fate in zip(world.payments, found.fates, strict=True)]
    same = sum(states[number] == fate.state for number, fate in pairs)
    in_time = sum(
        (number in day.left) == (fate.leaves_at is not None)
        and (fate.leaves_at is None or abs(day.left[number] - fate.leaves_at) <= MINUTE)
        for number, fate in pairs
    )
    return same / len(pairs), in_time / len(pairs)


async def test_the_day_comes_as_it_was_forecast(merchant: tuple[Person, Person], counter: Counter, sql: Sql) -> None:
    await a_morning(merchant, refused=1)
    world = await read_world(counter)
    noon = tick_after(world.now + timedelta(hours=3))
    foretold = forecast(replace(world, deposits=[Deposit(AURORA, 20_000, noon)]))

    def deposit() -> None:
        sql("update ledger_account set posted = posted + 20000 where company_id = 2 and code = 'available'")

    sql("alter table ledger_account disable trigger user")
    day = await live(counter, sql, world, {noon: deposit})
    states, moments = agreement(world, day, foretold)
    assert {fate.state for fate in foretold.fates} >= {"done", "rejected", "queued"}
    assert states >= 0.99
    assert moments >= 0.95


async def test_a_processor_that_is_really_switched_off_does_what_what_if_said(
    merchant: tuple[Person, Person], counter: Counter, sql: Sql
) -> None:
    await a_morning(merchant)
    world = await read_world(counter)
    back = tick_after(world.now + timedelta(hours=2))
    (down,) = [each.id for each in world.processors]
    supposed = forecast(replace(world, closures=[Closure(world.now - MINUTE, back, down)]))
    sql("update payout_processor set enabled = false")

    def switch_on() -> None:
        sql("update payout_processor set enabled = true")

    day = await live(counter, sql, world, {back: switch_on})
    states, moments = agreement(world, day, supposed)
    late = [fate for fate in supposed.fates if fate.leaves_at is not None and fate.leaves_at >= back]
    assert len(late) > 40
    assert states >= 0.98
    assert moments >= 0.95
