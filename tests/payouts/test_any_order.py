"""Whatever people, the worker and the bank do to payments and batches, in whatever order: no money is out of its place, none leaves
twice, and the limits are what was counted."""

import contextlib
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from conftest import Sql
from people import AURORA, Person
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payout_engine.invariants import INVARIANTS as OF_PAYOUTS
from retaguarda.payouts.batches.invariants import INVARIANTS as OF_BATCHES
from support.batches import BATCHES, line, planned, submit, table
from support.charges import Counter, offenders
from support.payments import JOAO, PAYMENTS

STEPS = 24
DAY_MOST = 300_00
#: Accounts of this branch do not exist.
NOBODY: dict[str, Any] = {
    "account": {"ispb": "18236120", "account_type": "TRAN", "branch": "9903", "number": "4455667", "digit": "8"},
    "holder_name": "Zé",
    "holder_document": "12345678909",
}
_SETTINGS = """
    insert into payout_setting_version (company_id, version, currency, methods, day_most, queue, queue_days, queue_skips, hold_ends,
                                        duplicates, external_id_needed, valid_from, actor)
    values (2, 1, 'BRL', '{pix}', %s, true, 30, true, 'refuse', 'off', false, now() - interval '1 minute', 'a test')
"""


class Walk:
    """One seed's people: what they do next is chosen from what is there."""

    def __init__(self, seed: int, sql: Sql, bruno: Person, diego: Person, ana: Person, counter: Counter) -> None:
        self.random = Random(seed)
        self.sql, self.bruno, self.diego, self.ana, self.counter = sql, bruno, diego, ana, counter
        self.done = dict[str, int]()

    def one(self, query: str) -> str | None:
        rows = self.sql(query)
        return str(self.random.choice(rows)[0]) if rows else None

    def payment(self, *states: str) -> str | None:
        named = ", ".join(f"'{state}'" for state in states)
        return self.one(f"select id from payout where status in ({named}) order by created_at, batch_line, amount")

    async def send(self, name: str, person: Person, path: str, body: dict[str, Any]) -> None:
        """Sends a Command, and once more: what was done stays done once."""
        key = str(uuid4())
        said, again = [await person.post(path, body, key=key) for _ in range(2)]
        assert max(said.status_code, again.status_code) < 500, (name, said.text, again.text)
        if said.status_code < 300:
            self.done[name] = self.done.get(name, 0) + 1

    async def step(self) -> None:
        choice = self.random.choice(
            (
                "pay",
                "pay",
                "pay",
                "batch",
                "cancel",
                "hold",
                "release",
                "reject",
                "stop",
                "pause",
                "bank",
                "bank",
                "clock",
                "money",
            )
        )
        match choice:
            case "pay":
                body = self.random.choice((JOAO, JOAO, NOBODY)) | {"amount": {"amount": self.random.randint(1, 70_00)}}
                await self.send(choice, self.bruno, PAYMENTS, body)
            case "batch":
                amounts = [f"{self.random.randint(1, 40)},{self.random.randint(10, 99)}" for _ in range(3)]
                batch = await planned(
                    self.bruno, self.counter, table(*(line(n, each) for n, each in enumerate(amounts)))
                )
                said = await submit(self.bruno, batch)
                assert said.status_code in (200, 400, 409, 422), said.text
                self.done[choice] = self.done.get(choice, 0) + (said.status_code == 200)
            case "cancel":
                if number := self.payment("pending", "queued", "on_hold", "in_bank_processing"):
                    await self.send(choice, self.bruno, f"{PAYMENTS}/{number}/cancel", {})
            case "hold" | "release" | "reject":
                if number := self.payment("pending") if choice == "hold" else self.payment("on_hold"):
                    more = {"hold_reason": "risk", "minutes": 30} if choice == "hold" else {}
                    await self.send(choice, self.diego, f"{PAYMENTS}/{number}/{choice}", {"reason": "Olhar", **more})
            case "stop" | "pause":
                if batch_id := self.one(
                    "select id from payout_batch where status in ('authorised', 'running', 'paused')"
                ):
                    await self.send(choice, self.bruno, f"{BATCHES}/{batch_id}/{choice}", {})
            case "bank":
                await self.counter.work()
                if number := self.payment("pending", "in_bank_processing"):
                    with contextlib.suppress(TryAgain):
                        await self.counter.run_job("payouts.send", AURORA, number)
            case "clock":
                self.sql("update payout set hold_until = now() - interval '1 minute' where hold_until is not null")
                await self.counter.run_job("payouts.waiting")
            case _:
                await self.counter.paid(self.ana, self.random.randint(20_00, 90_00))


@pytest.mark.parametrize("seed", [5, 8])
async def test_payments_hold_after_every_step_in_any_order(
    seed: int, bruno: Person, diego: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    sql(_SETTINGS, DAY_MOST)
    diego.account = "2"
    walk = Walk(seed, sql, bruno, diego, ana, counter)
    await counter.paid(ana, 250_00)
    for _ in range(STEPS):
        await walk.step()
        assert [each.name for each in (*OF_PAYOUTS, *OF_BATCHES) if sql(each.offenders_sql)[0][0]] == [], walk.done
        assert sql("select count(*) from payout_limit_use where period = 'day' and used > %s", DAY_MOST) == [(0,)]
    assert len(walk.done) >= 2, walk.done
    assert offenders(counter.url) == {}
