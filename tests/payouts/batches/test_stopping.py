"""A batch is stopped while its lines are on their way: whoever stops it waits for a chunk of lines at most, and what is left never leaves."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from people import AURORA, Person
from retaguarda.foundation.jobs import TryAgain
from support.batches import BATCHES, lines, planned, read, read_lines, settle, submit, table
from support.charges import Counter

Sql = Callable[..., list[tuple[Any, ...]]]
COUNT = 4
STATES = "select id::text, status from payout order by batch_line"


@pytest.fixture
async def batch(bruno: Person, ana: Person, counter: Counter) -> str:
    """A batch whose lines are all payments, none of which the bank was asked for."""
    await counter.paid(ana, 100_000)
    made = (await submit(bruno, await planned(bruno, counter, lines(COUNT)))).json()
    await counter.run_job("payouts.run_batch", AURORA, made["id"])
    return made["id"]


async def stop(person: Person, batch: str, **body: Any) -> Any:
    return await person.post(f"{BATCHES}/{batch}/stop", body or None, key=None)


async def test_whoever_stops_a_batch_does_not_wait_for_a_payment_that_a_worker_is_about_to_send(
    bruno: Person, ana: Person, counter: Counter, sql: Sql, batch: str
) -> None:
    (first, _), *_ = sql(STATES)
    with psycopg.connect(counter.url) as worker:
        worker.execute("select from payout where id = %s for update", (first,))
        stopped = await asyncio.wait_for(stop(bruno, batch, reason="Folha errada"), 4)
        assert stopped.status_code == 200, stopped.text
        assert [status for _, status in sql(STATES)] == ["pending", *["cancelled"] * (COUNT - 1)]
    # The worker fell before it wrote the order; whoever sends it then finds its batch stopped.
    with contextlib.suppress(TryAgain):
        await counter.run_job("payouts.send", AURORA, first)
    assert [status for _, status in sql(STATES)] == ["cancelled"] * COUNT
    assert sql("select distinct last_error from payout") == [("batch_stopped",)]
    await settle(counter, sql)
    found = await read(bruno, batch)
    assert (found["status"], found["stopped"]["by"], found["stopped"]["reason"], found["stopped"]["lines"]) == (
        "done_in_part",
        "bruno@merchant.example",
        "Folha errada",
        COUNT,
    )
    assert sql("select count(*) from payout_order") == [(0,)]
    assert (await counter.balances(ana))["on_hold"] == 0


async def test_payments_of_a_stopped_batch_are_not_ordered_in_a_set(
    bruno: Person, counter: Counter, sql: Sql, batch: str
) -> None:
    made = [payout for payout, _ in sql(STATES)]
    with psycopg.connect(counter.url) as worker:
        worker.execute("select from payout where id = any(%s::uuid[]) for update", (made,))
        assert (await stop(bruno, batch)).status_code == 200
        assert [status for _, status in sql(STATES)] == ["pending"] * COUNT
    await counter.run_job("payouts.send_many", AURORA, made)
    assert [status for _, status in sql(STATES)] == ["cancelled"] * COUNT
    assert sql("select count(*) from payout_order") == [(0,)]


async def test_what_waited_in_other_hands_when_its_batch_was_stopped_is_cancelled_by_the_worker(
    bruno: Person, counter: Counter, sql: Sql, batch: str
) -> None:
    made = [payout for payout, _ in sql(STATES)]
    with psycopg.connect(counter.url) as clock:
        clock.execute("select from payout where id = %s for update", (made[-1],))
        assert (await stop(bruno, batch)).status_code == 200
        with pytest.raises(TryAgain):
            await counter.run_job("payouts.stop_batch", AURORA, batch)
    for _ in range(2):
        await counter.run_job("payouts.stop_batch", AURORA, batch)
    assert [status for _, status in sql(STATES)] == ["cancelled"] * COUNT
    found = await read(bruno, batch)
    assert (found["status"], found["stopped"]["lines"]) == ("done_in_part", COUNT)


async def test_whoever_stops_a_batch_waits_longer_for_a_chunk_of_its_lines_than_for_any_other_lock(
    bruno: Person, counter: Counter, sql: Sql, batch: str
) -> None:
    with psycopg.connect(counter.url) as chunk:
        chunk.execute("select from payout_batch where id = %s for update", (batch,))
        stopping = asyncio.create_task(stop(bruno, batch))
        await asyncio.sleep(6)
        assert not stopping.done()
    assert (await stopping).status_code == 200


async def test_a_batch_that_was_stopped_twice_says_who_was_first(
    bruno: Person, counter: Counter, sql: Sql, batch: str
) -> None:
    (first, _), *_ = sql(STATES)
    with psycopg.connect(counter.url) as worker:
        worker.execute("select from payout where id = %s for update", (first,))
        said = [(await stop(bruno, batch, reason=why)).status_code for why in ("Folha errada", "De novo")]
        assert said == [200, 200]
        assert (await read(bruno, batch))["stopped"]["reason"] == "Folha errada"
    await counter.run_job("payouts.stop_batch", AURORA, batch)


@pytest.mark.parametrize("reason", ["x", " " * 5, "a\x00b", "y" * 501])
async def test_a_reason_to_stop_is_words_or_none(bruno: Person, sql: Sql, batch: str, reason: str) -> None:
    said = await stop(bruno, batch, reason=reason)
    if reason.isspace():
        # As good as none.
        assert (said.status_code, (await read(bruno, batch))["stopped"]["reason"]) == (200, None)
    else:
        assert said.status_code == 400, said.text
        assert (await read(bruno, batch))["stopped"] is None


async def test_a_batch_offers_to_send_again_what_the_act_would_send_again(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    account = "Iara;52998224725;18236120;{};4455667-8;pagamento;10,00;{}"
    headings = "Nome;Documento;Banco;Agência;Conta;Tipo da conta;Valor;Referência"
    text = table(account.format("1425", "r-1"), account.format("1425", "r-2"), headings=headings)
    made = await planned(bruno, counter, text)
    await submit(bruno, made)
    await settle(counter, sql)
    assert (await read(bruno, made["id"]))["to_send_again"] == 0
    # One comes back in part, and then the other whole.
    for line, part in ((2, 0.5), (3, 1)):
        sql(
            f"set session_replication_role = replica; update payout set returned = (amount * {part})::bigint where batch_line = {line}"
        )
        offered = (await read(bruno, made["id"]))["to_send_again"]
        said = await bruno.post(f"{BATCHES}/{made['id']}/again")
        assert (offered, said.status_code) == ((0, 409) if part < 1 else (1, 201)), said.text
        if part < 1:
            assert said.json()["message"] == "batch_nothing_failed"
    assert (await read(bruno, made["id"]))["to_send_again"] == 0
    again = await read_lines(bruno, said.json()["id"])
    assert len(again) == 1
    sql("set session_replication_role = replica; update payout set returned = 0")
