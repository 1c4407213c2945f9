"""A batch that needs a second person: the approver types its total, and approves it by itself."""

from collections.abc import Callable
from typing import Any

from people import Person
from support.approvals import Desk, standing_policy
from support.batches import lines, planned, read, settle, submit
from support.charges import Counter

Sql = Callable[..., list[tuple[Any, ...]]]


async def test_a_second_person_types_the_total_and_then_the_batch_is_paid(
    bruno: Person, ana: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    standing_policy(sql, "payouts:payout_batch:submit")
    desk, batch = Desk(sql), await planned(bruno, counter, lines(3))
    held = await submit(bruno, batch)
    assert held.status_code == 202, held.text
    request = held.json()["request"]["id"]
    assert (await read(bruno, batch["id"]))["status"] == "planned"
    assert (await counter.balances(ana))["on_hold"] == 0
    for typed in ({}, {"total": {"amount": batch["total"]["amount"] + 1}}):
        said = await desk.approve(eva, request, **typed)
        assert (said.status_code, said.json()["message"]) == (400, {"total": ["total_wrong"]}), said.text
    approved = await desk.approve(eva, request, total=batch["total"])
    assert approved.status_code == 200, approved.text
    await settle(counter, sql)
    done = await read(bruno, batch["id"])
    assert (done["status"], done["progress"]["done"]) == ("done", 3)
