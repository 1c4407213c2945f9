"""One lane a processor asks about its open orders: a few a second, each less often, and nothing is lost or paid twice."""

import asyncio
from collections import Counter as Tally
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

import pytest

from conftest import Sql
from people import AURORA, Person
from retaguarda.background import readers
from retaguarda.foundation.events import consume
from retaguarda.foundation.jobs import TryAgain, wait_after
from retaguarda.payout_engine import payout_orders, run_lane
from retaguarda.payout_engine.confirm_order import OrderCheck
from retaguarda.payout_engine.jobs import Sending
from retaguarda.payout_engine.run_lane import A_SECOND, RUN_SECONDS, Lanes
from retaguarda.payout_engine.watch_orders import LOOK_SECONDS, TAKEN_SECONDS, OrderTaken
from retaguarda.providers.payout import Outcome
from support.charges import Counter
from support.withdrawals import read, usable, withdraw

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

MANY = 30
#: For how long the bank works on an order here.
LONG_MS = 600_000


class Seconds:
    """A clock that goes on only while somebody waits, and what was asked in each of its seconds."""

    def __init__(self) -> None:
        self.now = 0.0
        self.asked = Tally[float]()
        self.orders = Tally[str]()

    async def wait(self, seconds: float) -> None:
        self.now += seconds

    def note(self, order: str) -> None:
        self.asked[self.now] += 1
        self.orders[order] += 1


async def nothing(company: int, payout: str) -> None:
    """No other room has anything against an order."""


def lanes(counter: Counter, seconds: Seconds) -> Lanes:
    sending = Sending(counter.app.paying, OrderCheck(nothing), counter.app.queue)
    return Lanes(sending, seconds.wait, lambda: seconds.now)


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> Seconds:
    """Every call about an order is counted, and still made."""
    seconds, submit = Seconds(), payout_orders.PayoutClient.submit

    async def counted(self: Any, order: Any, *given: Any, **more: Any) -> Outcome:
        seconds.note(order.provider_id)
        return await submit(self, order, *given, **more)

    monkeypatch.setattr(payout_orders.PayoutClient, "submit", counted)
    return seconds


async def given(counter: Counter, ana: Person, bruno: Person, sql: Sql, count: int = 1) -> list[str]:
    """Withdrawals that were given to the bank, and that it works on for long."""
    await counter.paid(ana, 10_000)
    account = await usable(bruno, sql)
    await counter.bank.fault(effect="payout", outcome="DEVOLVIDO", delay_ms=LONG_MS, times=count)
    made = [(await withdraw(bruno, account, 100)).json()["id"] for _ in range(count)]
    await counter.work()
    assert sql("select state, count(*) from payout_order where payout_id is not null group by 1") == [
        ("processing", count)
    ]
    return made


def lane(sql: Sql) -> str:
    """The lane that all open orders are in."""
    ((processor,),) = sql("select distinct processor_id::text from payout_order where ask_at is not null")
    return processor


def make_due(sql: Sql) -> None:
    """Every open order is due, and whoever asked about one has an answer, or died long enough ago."""
    sql("update payout_order set ask_at = now() - interval '1 second', asking_until = null where ask_at is not null")


def bank_is_done(sql: Sql) -> None:
    sql("update sandbox.payout set settles_at = solicitacao")


def waiting(sql: Sql) -> list[tuple[str, int]]:
    return sql(
        "select task_name, count(*) from procrastinate_jobs where status in ('todo', 'doing')"
        " and task_name in ('payouts.send', 'payouts.watch') group by 1"
    )


async def test_a_lane_asks_five_times_a_second_and_every_order_once_before_its_distance_is_over(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, seconds: Seconds
) -> None:
    await given(counter, ana, bruno, sql, MANY)
    assert waiting(sql) == [("payouts.watch", 1)]  # one job a processor, however many orders are open
    seconds.asked.clear()
    seconds.orders.clear()
    make_due(sql)
    await lanes(counter, seconds).run(lane(sql))
    assert [seconds.asked[each] for each in sorted(seconds.asked)] == [A_SECOND] * (MANY // A_SECOND)
    assert all(
        later - sooner >= 1 for sooner, later in zip(sorted(seconds.asked), sorted(seconds.asked)[1:], strict=False)
    )
    assert sorted(seconds.orders.values()) == [1] * MANY
    await lanes(counter, seconds).run(lane(sql))
    assert sorted(seconds.orders.values()) == [1] * MANY  # none is due again yet
    assert waiting(sql) == [("payouts.watch", 1)]


async def test_a_lane_lets_other_work_go_on_and_asks_the_longest_waiting_first(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, seconds: Seconds
) -> None:
    most = RUN_SECONDS * A_SECOND
    made = await given(counter, ana, bruno, sql, most + 2)
    seconds.orders.clear()
    sql("update payout_order set ask_at = created_at where ask_at is not null")
    await lanes(counter, seconds).run(lane(sql))
    assert seconds.orders.total() == most
    oldest = {each for (each,) in sql("select provider_id from payout_order where payout_id is not null order by created_at limit %s", most)}  # fmt: skip
    assert (set(seconds.orders), len(made)) == (oldest, most + 2)
    assert waiting(sql) == [("payouts.watch", 1)]


async def test_the_distance_between_two_questions_doubles_up_to_ten_minutes(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, seconds: Seconds
) -> None:
    await given(counter, ana, bruno, sql)

    def next_at() -> tuple[datetime, int, datetime]:
        return sql("select ask_at, asked, clock_timestamp() from payout_order where ask_at is not null")[0]

    for number, distance in enumerate((4, 8, 16, 32, 64, 128, 256, 512, 600, 600), 1):
        make_due(sql)
        before = next_at()[2]
        await lanes(counter, seconds).run(lane(sql))
        at, asked, after = next_at()
        assert asked == number
        assert (at - after).total_seconds() <= distance <= (at - before).total_seconds()


async def test_a_bank_that_asks_to_be_left_alone_is_left_alone(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, seconds: Seconds
) -> None:
    await given(counter, ana, bruno, sql, 2 * A_SECOND)
    await counter.bank.fault(effect="status", status=429, route="GET /gn/pix", retry_after=120)
    seconds.orders.clear()
    make_due(sql)
    sql("delete from procrastinate_jobs where task_name = 'payouts.watch'")
    await lanes(counter, seconds).run(lane(sql))
    assert seconds.orders.total() == A_SECOND  # what met the first answers; the second half was not tried
    ((left,),) = sql("select count(*) from payout_order where ask_at <= now()")
    assert left == A_SECOND
    ((rests,),) = sql(
        "select scheduled_at > now() + interval '60 seconds' from procrastinate_jobs where task_name = 'payouts.watch'"
    )
    assert rests


def queued_in(sql: Sql) -> float:
    """Seconds until the only lane's job runs."""
    ((seconds,),) = sql(
        "select extract(epoch from scheduled_at - clock_timestamp())::float from procrastinate_jobs"
        " where task_name = 'payouts.watch' and status = 'todo'"
    )
    return seconds


async def test_a_lane_waits_for_its_next_order_and_a_new_one_wakes_it(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, seconds: Seconds
) -> None:
    await given(counter, ana, bruno, sql)
    processor = lane(sql)
    sql("update payout_order set ask_at = now() + interval '10 minutes' where ask_at is not null")
    sql("delete from procrastinate_jobs where task_name = 'payouts.watch'")
    for _ in range(2):
        await lanes(counter, seconds).run(processor)
        await counter.run_job("payouts.lanes")
        assert 590 < queued_in(sql) <= 600
    await counter.bank.fault(effect="payout", outcome="DEVOLVIDO", delay_ms=LONG_MS, times=1)
    ((account,),) = sql("select bank_account_id::text from payout")
    assert (await withdraw(bruno, account, 100)).status_code == 201
    await counter.work()
    assert queued_in(sql) <= LOOK_SECONDS + 1


async def test_a_new_order_does_not_wake_a_lane_whose_bank_wants_to_be_left_alone(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, seconds: Seconds
) -> None:
    await given(counter, ana, bruno, sql)
    processor = lane(sql)
    await counter.bank.fault(effect="status", status=429, route="GET /gn/pix", retry_after=120, times=1)
    make_due(sql)
    await lanes(counter, seconds).run(processor)
    await counter.bank.fault(effect="payout", outcome="DEVOLVIDO", delay_ms=LONG_MS, times=1)
    ((account,),) = sql("select bank_account_id::text from payout")
    await withdraw(bruno, account, 100)
    await counter.work()
    seconds.orders.clear()
    make_due(sql)
    await counter.run_job("payouts.watch", processor)
    assert seconds.orders.total() == 0
    # What was queued before goes; what is queued now waits until the bank may be asked.
    sql("delete from procrastinate_jobs where task_name = 'payouts.watch'")
    await counter.run_job("payouts.lanes")
    assert queued_in(sql) > 60
    sql("update payout_lane set rests_until = now()")
    await counter.run_job("payouts.watch", processor)
    assert seconds.orders.total() == 2


async def test_a_killed_lane_is_taken_up_and_pays_once(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await given(counter, ana, bruno, sql, 3)
    bank_is_done(sql)
    make_due(sql)

    class Killed(BaseException):
        """What nothing catches."""

    submit: Callable[..., Any] = payout_orders.PayoutClient.submit

    async def answered_then_killed(*given: Any, **more: Any) -> None:
        await submit(*given, **more)
        raise Killed

    processor = lane(sql)
    with monkeypatch.context() as patch:
        patch.setattr(payout_orders.PayoutClient, "submit", answered_then_killed)
        with pytest.raises(Killed):
            await counter.run_job("payouts.watch", processor)
    # Whoever takes it up does not ask at once what was asked.
    assert sql("select count(*), min(asked), max(asked) from payout_order where ask_at > now()") == [(3, 1, 1)]
    assert {(await read(bruno, each))["status"] for each in made} == {"in_bank_processing"}
    sql("delete from procrastinate_jobs where task_name = 'payouts.watch'")
    for _ in range(2):
        await counter.run_job("payouts.lanes")
    assert waiting(sql) == [("payouts.watch", 1)]
    make_due(sql)
    await asyncio.gather(*(counter.run_job("payouts.watch", processor) for _ in range(2)))
    await counter.work()
    assert {(await read(bruno, each))["status"] for each in made} == {"done"}
    assert sql("select count(*) from sandbox.payout") == [(3,)]
    assert sql("select count(*) from ledger_journal where key like 'payout:%'") == [(3,)]
    assert sql("select count(*) from payout_order where ask_at is not null") == [(0,)]
    # What was queued finds nothing open, and queues nothing.
    sql("update procrastinate_jobs set scheduled_at = now() where task_name = 'payouts.watch'")
    await counter.work()
    assert waiting(sql) == []


async def test_a_lane_that_lost_its_job_is_taken_up_under_its_lock(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await given(counter, ana, bruno, sql)
    sql("update payout_order set ask_at = now() - interval '11 minutes' where ask_at is not null")
    queued = "select lock, args from procrastinate_jobs where task_name = 'payouts.watch'"
    before = sql(queued)
    sql("delete from procrastinate_jobs where task_name = 'payouts.watch'")
    for _ in range(2):
        await counter.run_job("jobs.take_up")
    assert sql(queued) == before
    assert len(before) == 1


async def test_a_lane_that_fails_goes_on_in_a_moment_and_not_when_the_queue_tries_it_again(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    (made,) = await given(counter, ana, bruno, sql)
    bank_is_done(sql)
    make_due(sql)

    async def fails(*given: Any) -> None:
        raise RuntimeError("nobody thought of this")

    with monkeypatch.context() as patch:
        patch.setattr(run_lane, "take_due", fails)
        for _ in range(2):
            # As a worker would, many times over: what the queue tries again waits for longer each time.
            sql("update procrastinate_jobs set scheduled_at = now(), attempts = 9 where task_name = 'payouts.watch'")
            await counter.work()
            soon = f"scheduled_at < now() + interval '{LOOK_SECONDS} seconds'"
            queued = sql(f"select attempts, {soon} from procrastinate_jobs where task_name = 'payouts.watch'")
            assert queued == [(0, True)]
    sql("update procrastinate_jobs set scheduled_at = now() where task_name = 'payouts.watch'")
    await counter.work()
    assert (await read(bruno, made))["status"] == "done"


class Slow:
    """A bank whose answer is on its way until it is let in."""

    def __init__(self, counter: Counter, patch: pytest.MonkeyPatch) -> None:
        self.asked, self.answers, self.calls, self.client = asyncio.Event(), asyncio.Event(), 0, counter.app.paying
        self.submit: Callable[..., Any] = payout_orders.PayoutClient.submit
        patch.setattr(payout_orders.PayoutClient, "submit", self.answer)

    async def answer(self, *given: Any, **more: Any) -> Any:
        self.calls += 1
        outcome = await self.submit(self.client, *given, **more)
        self.asked.set()
        await self.answers.wait()
        return outcome

    @asynccontextmanager
    async def asking(self, job: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
        """While the bank's answer to this job has not come in."""
        self.asked.clear()
        self.answers.clear()
        running = asyncio.create_task(job)
        await self.asked.wait()
        yield
        self.answers.set()
        await running


async def test_one_at_a_time_asks_about_an_order_whether_its_lane_or_a_job(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    (made,) = await given(counter, ana, bruno, sql)
    processor, bank = lane(sql), Slow(counter, monkeypatch)
    ((person,),) = sql("select id::text from person where email = %s", bruno.email)
    make_due(sql)
    async with bank.asking(counter.run_job("payouts.watch", processor)):
        for job, more in (("payouts.send", ()), ("payouts.ask_again", (person, bruno.email, "Olhar"))):
            with pytest.raises(OrderTaken) as taken:
                async with asyncio.timeout(20):
                    await counter.run_job(job, AURORA, made, *more)
            assert wait_after(taken.value, 0) == TAKEN_SECONDS
    assert bank.calls == 1
    # Nobody recorded an answer that was somebody else's.
    assert sql("select count(*) from event where name = 'payouts:payment:reprocessed'") == [(0,)]
    bank_is_done(sql)
    async with bank.asking(counter.run_job("payouts.send", AURORA, made)):
        sql("update payout_order set ask_at = now() - interval '1 second' where ask_at is not null")
        await counter.run_job("payouts.watch", processor)
    assert bank.calls == 2
    assert (await read(bruno, made))["status"] == "done"


async def test_a_notice_that_comes_while_the_lane_asks_is_obeyed_once_the_lane_has_its_answer(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    (made,) = await given(counter, ana, bruno, sql)
    ((number,),) = sql("select end_to_end_id from payout_order where payout_id = %s", made)
    processor = lane(sql)
    make_due(sql)
    with monkeypatch.context() as patch:
        async with Slow(counter, patch).asking(counter.run_job("payouts.watch", processor)):
            bank_is_done(sql)
            said = await counter.bank.client.post(
                "/sandbox/payouts/returns", json={"endToEndId": number, "valor": "0.10"}
            )
            assert said.status_code == 201, said.text
            await counter.carry()
    assert (await read(bruno, made))["status"] == "in_bank_processing"
    sql("update procrastinate_jobs set scheduled_at = now() where task_name = 'payouts.send'")
    await counter.work()
    assert (await read(bruno, made))["status"] == "done"
    assert sql("select count(*) from ledger_journal where key like 'payout:%'") == [(1,)]


async def test_a_notice_of_the_bank_is_obeyed_at_once_for_its_own_order(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    told, other = await given(counter, ana, bruno, sql, 2)
    bank_is_done(sql)
    sql("update payout_order set ask_at = now() + interval '10 minutes' where ask_at is not null")
    ((number,),) = sql("select end_to_end_id from payout_order where payout_id = %s", told)
    said = await counter.bank.client.post("/sandbox/payouts/returns", json={"endToEndId": number, "valor": "0.10"})
    assert said.status_code == 201, said.text
    await counter.carry(times=2)
    assert [(await read(bruno, each))["status"] for each in (told, other)] == ["done", "in_bank_processing"]
    assert sql("select count(*) from ledger_journal where key like 'payout:%'") == [(1,)]


async def test_an_uncertain_order_stays_uncertain_until_the_bank_says(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, seconds: Seconds
) -> None:
    await counter.paid(ana, 10_000)
    account = await usable(bruno, sql)
    await counter.bank.fault(effect="status", status=504, route="PUT /gn/pix", times=1, after_work=True)
    await counter.bank.fault(effect="status", status=503, route="GET /gn/pix", times=3)
    made = (await withdraw(bruno, account)).json()["id"]
    await counter.work()
    assert waiting(sql) == [("payouts.watch", 1)]
    for _ in range(3):
        make_due(sql)
        await lanes(counter, seconds).run(lane(sql))
        found = await read(bruno, made)
        assert (found["status"], [order["state"] for order in found["orders"]]) == ("in_bank_processing", ["sending"])
    make_due(sql)
    await lanes(counter, seconds).run(lane(sql))
    found = await read(bruno, made)
    assert (found["status"], [order["state"] for order in found["orders"]]) == ("done", ["done"])
    assert sql("select count(*), sum(valor)::int from sandbox.payout") == [(1, 5_000)]


async def test_an_order_the_bank_never_heard_of_is_given_again_under_its_own_ids(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, seconds: Seconds
) -> None:
    await counter.paid(ana, 10_000)
    await counter.bank.fault(effect="status", status=503, route="PUT /gn/pix", times=1)
    made = (await withdraw(bruno, await usable(bruno, sql))).json()["id"]
    await counter.work()
    assert sql("select count(*) from sandbox.payout") == [(0,)]
    await counter.bank.fault(effect="payout", outcome="DEVOLVIDO", delay_ms=LONG_MS, times=1)
    sql("update payout_order set asked = 9 where ask_at is not null")
    processor = lane(sql)
    make_due(sql)
    await lanes(counter, seconds).run(processor)
    # The bank has it now, so it is asked as soon as any other.
    assert sql("select state, asked, ask_at < now() + interval '1 minute' from payout_order where payout_id is not null") == [
        ("processing", 0, True)
    ]  # fmt: skip
    bank_is_done(sql)
    make_due(sql)
    await lanes(counter, seconds).run(processor)
    found = await read(bruno, made)
    assert (found["status"], len(found["orders"])) == ("done", 1)
    assert sql("select id_envio = provider_id, e2e_id = end_to_end_id from sandbox.payout, payout_order") == [
        (True, True)
    ]


async def test_a_refusal_of_the_moment_that_a_lane_hears_is_followed_by_another_order(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, seconds: Seconds
) -> None:
    (made,) = await given(counter, ana, bruno, sql)
    sql('update sandbox.payout set outcome = \'NAO_REALIZADO\', motivo = \'{"codigo": "AB03", "descricao": "fora"}\'')
    bank_is_done(sql)
    make_due(sql)
    processor = lane(sql)
    await asyncio.gather(*(lanes(counter, seconds).run(processor) for _ in range(2)))
    assert (await read(bruno, made))["status"] == "pending"
    ((later,),) = sql("select scheduled_at > now() from procrastinate_jobs where task_name = 'payouts.send'")
    assert later
    sql("update procrastinate_jobs set scheduled_at = now() where task_name = 'payouts.send'")
    await counter.work()
    refused, after = (await read(bruno, made))["orders"]
    assert (refused["state"], after["end_to_end_id"] != refused["end_to_end_id"]) == ("refused", True)
    assert sql("select count(*) from sandbox.payout") == [(2,)]


async def together(counter: Counter, ana: Person, bruno: Person, sql: Sql, count: int) -> list[str]:
    """Withdrawals that wait for the worker, and that one job names."""
    await counter.paid(ana, 10_000)
    account = await usable(bruno, sql)
    made = [(await withdraw(bruno, account, 100)).json()["id"] for _ in range(count)]
    for reader in readers(counter.app):
        while await consume(counter.app.database, reader):
            pass
    assert sql("select args -> 'payouts' from procrastinate_jobs where task_name like 'payouts.send%%'") == [(made,)]
    return made


async def test_payouts_of_one_company_are_sent_by_one_job_and_whoever_was_killed_amid_them_sends_none_twice(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    made = await together(counter, ana, bruno, sql, 5)
    # Killed after two of them: their orders are at the bank, and the job runs again.
    for payout in made[:2]:
        await counter.run_job("payouts.send", AURORA, payout)
    await counter.work()
    for payout in made:
        assert (await read(bruno, payout))["status"] == "done"
    await counter.run_job("payouts.send_many", AURORA, made)
    assert sql("select count(*), sum(valor) from sandbox.payout") == [(5, 500)]


async def test_a_payout_that_has_to_wait_gets_a_job_of_its_own_and_holds_up_no_other(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await together(counter, ana, bruno, sql, 4)
    send = Sending.send

    async def busy(self: Sending, company: int, payout: str) -> None:
        if payout == made[0]:
            raise TryAgain("no processor takes it now", 30)
        if payout == made[1]:
            raise RuntimeError("a fault of ours")
        await send(self, company, payout)

    monkeypatch.setattr(Sending, "send", busy)
    await counter.run_job("payouts.send_many", AURORA, made)
    assert {(await read(bruno, payout))["status"] for payout in made[2:]} == {"done"}
    jobs = sql(
        "select args ->> 'payout', scheduled_at > now() + interval '20 seconds' from procrastinate_jobs where task_name = 'payouts.send'"
    )
    assert sorted(jobs) == sorted([(made[0], True), (made[1], False)])
    monkeypatch.undo()
    sql("update procrastinate_jobs set scheduled_at = now()")
    await counter.work()
    assert {(await read(bruno, payout))["status"] for payout in made} == {"done"}


async def test_a_payout_that_a_job_names_among_others_is_not_stuck_and_one_without_is(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    made = await together(counter, ana, bruno, sql, 3)
    sql("set session_replication_role = replica; update payout set created_at = created_at - interval '3 hours'")
    await counter.run_job("jobs.take_up")
    assert sql("select count(*) from procrastinate_jobs where task_name = 'payouts.send'") == [(0,)]
    sql("delete from procrastinate_jobs where task_name = 'payouts.send_many'")
    await counter.run_job("jobs.take_up")
    assert sorted(sql("select args ->> 'payout' from procrastinate_jobs where task_name = 'payouts.send'")) == sorted(
        (each,) for each in made
    )
    await counter.work()
