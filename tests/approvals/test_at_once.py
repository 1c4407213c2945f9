"""Many decisions that arrive at the same moment: nobody waits for them but themselves."""

import asyncio
from collections import Counter as Tally
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from people import Person
from retaguarda.app import App
from retaguarda.foundation.database import SYSTEM
from support.approvals import REFUND, Desk, held, read
from support.charges import Counter

Policy = Callable[..., str]
Sql = Callable[..., list[tuple[Any, ...]]]
#: More than the pool has connections.
MANY = 24
WRONG = {"digits": "000000"}


@pytest.mark.parametrize("how", ["approve", "emergency", "many"])
async def test_wrong_codes_at_once_are_refused_and_keep_no_bystander_waiting(
    ana: Person, carla: Person, eva: Person, counter: Counter, policy: Policy, desk: Desk, app: App, how: str
) -> None:
    assert app.settings.pool_size < MANY
    policy(REFUND, emergency="approvals::requests:decide")
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    await desk.digits(eva)
    path = "/v1/approvals/approve" if how == "many" else f"/v1/approvals/{request}/{how}"
    more = {"many": {"ids": [request]}, "emergency": {"reason": "o prazo acaba hoje"}, "approve": {}}[how]
    said = await asyncio.gather(
        *(eva.post(path, WRONG | more) for _ in range(MANY)), *(carla.get("/v1/payin/charges") for _ in range(MANY))
    )
    # That none of them asked for a second connection, every test sees to.
    assert Tally(each.status_code for each in said[:MANY]) == {400: 5, 429: MANY - 5}
    assert {each.status_code for each in said[MANY:]} == {200}
    assert (await read(ana, request))["status"] == "awaiting"


async def test_the_guard_sees_a_second_connection(
    app: App, nobody_holds_a_connection_and_waits_for_another: list[str]
) -> None:
    async def another() -> None:
        async with app.database.transaction(SYSTEM):
            pass

    async with app.database.transaction(SYSTEM):
        await another()
        await asyncio.create_task(another())
    await another()
    assert len(nobody_holds_a_connection_and_waits_for_another) == 2
    nobody_holds_a_connection_and_waits_for_another.clear()


@pytest.mark.parametrize("how", ["approve", "emergency"])
async def test_twins_of_one_decision_need_one_code_and_decide_once(
    ana: Person, eva: Person, counter: Counter, policy: Policy, desk: Desk, sql: Sql, how: str
) -> None:
    policy(REFUND, emergency="approvals::requests:decide")
    charge = await counter.paid(ana, 20_000)
    request = await held(ana, charge["id"])
    body, key = {"digits": await desk.digits(eva)}, str(uuid4())
    body |= {"reason": "o prazo acaba hoje"} if how == "emergency" else {}
    said = await asyncio.gather(*(eva.post(f"/v1/approvals/{request}/{how}", body, key=key) for _ in range(4)))
    answers = {each.content for each in said if each.status_code == 200}
    others = {each.json()["message"] for each in said if each.status_code != 200}
    assert len(answers) == 1
    assert others <= {"idempotency_in_flight"}
    assert (await eva.post(f"/v1/approvals/{request}/{how}", body, key=key)).content in answers
    assert sql("select count(*) from approval_decision") == [(1,)]
    assert sql("select count(*) from refund") == [(1,)]


async def test_an_approval_that_broke_off_is_sent_again_without_a_fresh_code_but_not_changed_and_not_late(
    ana: Person, eva: Person, counter: Counter, policy: Policy, desk: Desk, sql: Sql
) -> None:
    policy(REFUND)
    charge = await counter.paid(ana, 20_000)
    path = f"/v1/approvals/{await held(ana, charge['id'])}/approve"
    sql("alter table approval_decision add constraint broken check (false) not valid")
    for late in (True, False):
        body, key = {"digits": await desk.digits(eva)}, str(uuid4())
        assert (await eva.post(path, body, key=key)).status_code == 500
        changed = await eva.post(path, body | {"comment": "outra coisa"}, key=key)
        assert (changed.status_code, changed.json()["message"]) == (400, "2fa_code_invalid")
        elsewhere = await eva.post(path, body)
        assert (elsewhere.status_code, elsewhere.json()["message"]) == (400, "2fa_code_invalid")
        if late:
            sql("update idempotency set created_at = created_at - interval '6 minutes'")
            assert (await eva.post(path, body, key=key)).json()["message"] == "2fa_code_invalid"
            sql("delete from refused_try")
    sql("alter table approval_decision drop constraint broken")
    assert (await eva.post(path, body, key=key)).json()["status"] == "executed"
