"""Lines of a batch are ordered, called for and ended in sets, and each is bound by what binds a single payment."""

from collections.abc import Callable
from typing import Any

import pytest

from people import AURORA, Person
from retaguarda.background import readers
from retaguarda.foundation.events import consume
from retaguarda.payout_engine import jobs
from retaguarda.payout_engine.jobs import Sending
from retaguarda.payout_engine.payout_orders import PayoutClient
from support.batches import lines, planned, read, settle, submit
from support.charges import Counter, offenders

Sql = Callable[..., list[tuple[Any, ...]]]

COUNT = 6


async def turned(bruno: Person, ana: Person, counter: Counter, sql: Sql, count: int = COUNT) -> list[str]:
    """Payouts of a batch that wait for the worker."""
    await counter.paid(ana, 100_000)
    batch = await planned(bruno, counter, lines(count))
    said = await submit(bruno, batch)
    assert said.status_code == 200, said.text
    await counter.run_job("payouts.run_batch", AURORA, batch["id"])
    for reader in readers(counter.app):
        while await consume(counter.app.database, reader):
            pass
    return [each for (each,) in sql("select id::text from payout order by batch_line")]


def singles(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Who is sent one by one from now on."""
    sent, send = list[str](), Sending.send

    async def noted(self: Sending, company: int, payout: str) -> None:
        sent.append(payout)
        await send(self, company, payout)

    monkeypatch.setattr(Sending, "send", noted)
    return sent


async def test_a_set_is_ordered_in_one_transaction_and_ended_in_one_with_journals_events_and_destinations(
    bruno: Person, ana: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await turned(bruno, ana, counter, sql)
    sent = singles(monkeypatch)
    monkeypatch.setattr(jobs, "_SETTLE_EVERY", 60)
    await counter.run_job("payouts.send_many", AURORA, made)
    assert sent == []
    assert sql("select status, count(*), count(end_to_end_id), count(ended_at), count(returns_due_at) from payout group by 1") == [
        ("done", COUNT, COUNT, COUNT, COUNT)
    ]  # fmt: skip
    assert sql(
        "select count(distinct xmin::text), count(*) from payout_order where state = 'done' and ask_at is null"
    ) == [(1, COUNT)]
    assert sql("select name, count(*), count(distinct xid) from event where name like 'payouts:payment:%%' group by 1 order by 1") == [
        ("payouts:payment:done", COUNT, 1),
        ("payouts:payment:in_bank_processing", COUNT, 1),
        ("payouts:payment:pending", COUNT, 1),
    ]  # fmt: skip
    assert sql("select count(*), sum(count) from destination_seen") == [(COUNT, COUNT)]
    assert sql("select count(*) from ledger_journal where kind = 'payouts.payout'") == [(COUNT,)]
    assert sql("select count(*), sum(valor)::int from sandbox.payout") == [(COUNT, COUNT * 1000)]
    # Again, as after a crash that lost the news of it: nothing more happens.
    await counter.run_job("payouts.send_many", AURORA, made)
    assert sql("select count(*) from payout_order") == [(COUNT,)]
    assert offenders(counter.url) == {}


async def test_a_line_that_is_not_what_was_approved_is_blocked_and_the_others_of_its_set_leave(
    bruno: Person, ana: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await turned(bruno, ana, counter, sql)
    sql(
        f"set session_replication_role = replica; update payout set holder_name = 'Somebody else' where id = '{made[2]}'"
    )
    sent = singles(monkeypatch)
    await counter.run_job("payouts.send_many", AURORA, made)
    assert sent == [made[2]]
    assert sql("select id::text, status, blocked_reason from payout where status <> 'done'") == [(made[2], "blocked", "seal_broken")]  # fmt: skip
    assert sql("select count(*) from payout_order") == [(COUNT - 1,)]
    sql(
        f"set session_replication_role = replica; update payout set holder_name = 'Nilo Prestes' where id = '{made[2]}'"
    )


async def test_a_blocked_merchant_pays_nothing_of_a_set(bruno: Person, ana: Person, counter: Counter, sql: Sql) -> None:
    made = await turned(bruno, ana, counter, sql)
    sql(
        f"update company set status = 'blocked', blocked_out = true, status_reason = 'asked to stop' where id = {AURORA}"
    )
    await counter.run_job("payouts.send_many", AURORA, made)
    assert sql("select status, blocked_reason, count(*) from payout group by 1, 2") == [
        ("blocked", "asked to stop", COUNT)
    ]
    assert sql("select count(*) from payout_order") == [(0,)]


async def test_whoever_is_killed_between_the_orders_of_a_set_and_its_calls_pays_each_once(
    bruno: Person, ana: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await turned(bruno, ana, counter, sql)
    submit_, calls = PayoutClient.submit, list[str]()

    class Killed(BaseException):
        pass

    async def dies(self: PayoutClient, order: Any, *given: Any, **more: Any) -> Any:
        calls.append(order.provider_id)
        # The orders stand before the bank hears of any.
        assert sql("select state, count(*) from payout_order group by 1") == [("sending", COUNT)]
        if len(calls) > 2:
            raise Killed
        return await submit_(self, order, *given, **more)

    monkeypatch.setattr(PayoutClient, "submit", dies)
    with pytest.raises(Killed):
        await counter.run_job("payouts.send_many", AURORA, made)
    monkeypatch.undo()
    assert sql("select status, count(*) from payout group by 1") == [("in_bank_processing", COUNT)]
    # Nobody else has them for a while; then they are asked about, and given where the bank has none.
    await counter.run_job("payouts.send_many", AURORA, made)
    assert sql("select count(*) from payout where status = 'done'") == [(0,)]
    sql("update payout_order set asking_until = now(), ask_at = now()")
    await settle(counter, sql)
    assert sql("select status, count(*) from payout group by 1") == [("done", COUNT)]
    assert sql("select count(*), sum(valor)::int from sandbox.payout") == [(COUNT, COUNT * 1000)]
    assert sql("select count(*) from payout_order") == [(COUNT,)]


async def test_of_a_set_what_the_bank_refuses_or_says_nothing_of_is_no_more_than_that(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    made = await turned(bruno, ana, counter, sql)
    await counter.bank.fault(effect="payout", outcome="NAO_REALIZADO", code="AC03", times=1)
    await counter.run_job("payouts.send_many", AURORA, made[:3])
    await counter.bank.fault(effect="payout", outcome="DEVOLVIDO", delay_ms=600_000, times=1)
    await counter.run_job("payouts.send_many", AURORA, made[3:])
    found = dict(sql("select status, count(*)::int from payout group by 1"))
    assert found == {"done": COUNT - 2, "failed": 1, "in_bank_processing": 1}
    assert sql("select count(*) from payout_order where state = 'processing' and ask_at is not null and asking_until is null") == [(1,)]  # fmt: skip
    assert (await counter.balances(ana))["on_hold"] == 1_000


async def test_a_call_that_would_begin_too_late_is_left_to_the_lane(
    bruno: Person, ana: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await turned(bruno, ana, counter, sql)
    monkeypatch.setattr(jobs, "_CALL_WITHIN", -1)
    await counter.run_job("payouts.send_many", AURORA, made)
    assert sql("select count(*) from sandbox.payout") == [(0,)]
    assert sql("select status, count(*) from payout group by 1") == [("in_bank_processing", COUNT)]
    sql("update payout_order set ask_at = now()")
    await settle(counter, sql)
    assert sql("select count(*) from payout where status = 'done'") == [(COUNT,)]


async def test_a_set_that_cannot_be_ended_together_is_ended_one_by_one(
    bruno: Person, ana: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await turned(bruno, ana, counter, sql)

    async def fails(*given: Any) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(jobs, "end_done", fails)
    await counter.run_job("payouts.send_many", AURORA, made)
    assert sql("select status, count(*) from payout group by 1") == [("done", COUNT)]
    assert (await read(bruno, sql("select batch_id::text from payout limit 1")[0][0]))["turned"] == COUNT


async def test_a_processor_whose_day_has_room_for_some_of_a_set_gets_no_more_than_these(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    made = await turned(bruno, ana, counter, sql)
    sql("update payout_processor set day_count_most = 4, limits_currency = 'BRL'")
    await counter.run_job("payouts.send_many", AURORA, made)
    assert sql("select status, count(*) from payout group by 1 order by 1") == [("done", 4), ("pending", COUNT - 4)]
    assert sql("select count(*) from payout_order") == [(4,)]
