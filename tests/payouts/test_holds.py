"""The hold desk: what waits for a person, in the order of its clocks."""

from typing import Any
from uuid import uuid4

import pytest

from conftest import Sql
from people import Person
from support.approvals import Desk, standing_policy
from support.charges import Counter
from support.payments import PAYMENTS, pay, read

HOLDS = "/v1/payouts/holds"
WHY = {"reason": "Conferido por telefone"}

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")


@pytest.fixture
async def held(bruno: Person, diego: Person, ana: Person, counter: Counter) -> list[str]:
    """Ids of three payments on hold, for 60, 10 and 30 minutes."""
    await counter.paid(ana, 50_000)
    diego.account = "2"
    made = list[str]()
    for number, minutes in enumerate((60, 10, 30)):
        payment = (await pay(bruno, 5_000 + number)).json()["id"]
        body = {"hold_reason": "risk", "minutes": minutes, "reason": "Olhar"}
        assert (await diego.post(f"{PAYMENTS}/{payment}/hold", body, key=None)).status_code == 200
        made.append(payment)
    await counter.work()
    return made


async def listed(person: Person) -> list[dict[str, Any]]:
    said = await person.get(HOLDS, order_by="decide_by", sort="asc")
    assert said.status_code == 200, said.text
    return said.json()


async def test_the_desk_shows_what_is_on_hold_the_shortest_clock_first_and_to_no_other_merchant(
    held: list[str], bruno: Person, diego: Person, carla: Person, sql: Sql
) -> None:
    one, soon, later = held
    assert [each["id"] for each in await listed(bruno)] == [soon, later, one]
    seen_by_another = (await carla.get(HOLDS)).text
    assert not any(payment in seen_by_another for payment in held)
    assert (await diego.post(f"{PAYMENTS}/{soon}/release", WHY, key=None)).json()["status"] == "pending"
    assert [each["id"] for each in await listed(diego)] == [later, one]
    # What is under review has no clock: it waits since it was made, and is looked at first.
    restored = sql(
        "update payout set hold_reason = 'under_review', hold_until = null where id = %s returning created_at", one
    )
    first, _ = await listed(diego)
    assert (first["id"], first["hold_until"], first["decide_by"]) == (one, None, first["created_at"])
    sql("update payout set hold_reason = 'risk', hold_until = %s where id = %s", restored[0][0], one)


@pytest.mark.parametrize(("act", "state"), [("reject", "rejected"), ("cancel", "cancelled")])
async def test_ending_what_is_on_hold_takes_two_where_a_policy_asks_for_them(
    held: list[str], bruno: Person, diego: Person, eva: Person, counter: Counter, sql: Sql, act: str, state: str
) -> None:
    standing_policy(sql, f"payouts:payment:{act}")
    body = WHY if act == "reject" else {}
    said = await diego.post(f"{PAYMENTS}/{held[0]}/{act}", body, key="a")
    assert said.status_code == 202, said.text
    assert (await read(bruno, held[0]))["status"] == "on_hold"
    approved = await Desk(sql).approve(eva, said.json()["request"]["id"])
    assert approved.status_code == 200, approved.text
    await counter.work()
    assert (await read(bruno, held[0]))["status"] == state


async def decided(
    counter: Counter, person: Person, command: str, ids: list[str], body: dict[str, str]
) -> list[tuple[str, Any]]:
    """Ask for one act on many twice under one key; return what became of each, in the order of the ids."""
    wanted, once = {"command": f"payouts:payment:{command}", "ids": ids, "input": body}, str(uuid4())
    asked, again = [await person.post("/v1/bulk", wanted, key=once) for _ in range(2)]
    assert asked.status_code == 201, asked.text
    assert asked.json() == again.json()
    await counter.work()
    items = (await person.get("/v1/bulk/items", bulk_id=asked.json()["id"], order_by="number", sort="asc")).json()
    assert [each["id"] for each in items] == ids
    return [(each["status"], each["detail"]) for each in items]


async def test_many_are_released_in_one_act_and_each_that_may_not_be_says_why(
    held: list[str], bruno: Person, diego: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    one, soon, later = held
    sql("update payout set hold_reason = 'second_person' where id = %s", soon)
    assert (await diego.post(f"{PAYMENTS}/{later}/reject", WHY, key=None)).status_code == 200
    became = await decided(counter, diego, "release", [one, soon, later], WHY)
    assert became == [("done", None), ("refused", "second_person_needed"), ("refused", "payment_not_on_hold")]
    assert [(await read(bruno, each))["status"] for each in (soon, later)] == ["on_hold", "rejected"]
    assert (await read(bruno, one))["status"] not in ("on_hold", "rejected")
    # Nobody decides without the right: not another merchant's people, and not who made the payment.
    for person in (carla, bruno):
        wanted = {"command": "payouts:payment:release", "ids": [soon], "input": WHY}
        assert (await person.post("/v1/bulk", wanted)).status_code == 403
    sql("update payout set hold_reason = 'risk' where id = %s", soon)


async def test_many_are_refused_in_one_act_and_each_takes_two_where_a_policy_asks_for_it(
    held: list[str], bruno: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    standing_policy(sql, "payouts:payment:reject", condition="amount > 500000")
    assert await decided(counter, diego, "reject", held[:1], WHY) == [("done", None)]
    standing_policy(sql, "payouts:payment:reject")
    assert await decided(counter, diego, "reject", held[1:], WHY) == [("awaiting", None)] * 2
    assert {(await read(bruno, each))["status"] for each in held[1:]} == {"on_hold"}
    for (request,) in sql(
        "select id from approval_request where state = 'awaiting' and command = 'payouts:payment:reject'"
    ):
        assert (await Desk(sql).approve(eva, str(request))).status_code == 200
    await counter.work()
    assert [(await read(bruno, each))["status"] for each in held] == ["rejected"] * 3
