"""The hold desk: what waits for a person, in the order of its clocks."""

from typing import Any

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
