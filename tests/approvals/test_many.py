"""Many requests approved with one code."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from people import Person
from support.approvals import REFUND, Desk, held, read
from support.charges import Counter

Policy = Callable[..., str]
Sql = Callable[..., list[tuple[Any, ...]]]
APPROVE = "/v1/approvals/approve"


async def test_many_are_approved_with_one_code_and_each_has_its_record(
    ana: Person, eva: Person, counter: Counter, policy: Policy, desk: Desk, sql: Sql
) -> None:
    policy(REFUND)
    charge = await counter.paid(ana, 20_000)
    requests = [await held(ana, charge["id"], amount) for amount in (100, 200, 300)]
    await ana.post(f"/v1/approvals/{requests[1]}/cancel")
    body = {"ids": [*requests, str(uuid4())], "digits": await desk.digits(eva), "comment": "lote da manhã"}
    said = await eva.post("/v1/approvals/approve", body)
    assert [each["id"] for each in said.json()["decided"]] == [requests[0], requests[2]]
    assert [each["message"] for each in said.json()["refused"]] == ["approval_closed", "not_found"]
    again = await eva.post("/v1/approvals/approve", body)
    assert (again.status_code, again.json()["message"]) == (400, "2fa_code_invalid")
    assert sql("select count(*), count(distinct request_id) from approval_decision") == [(2, 2)]
    assert sql("select count(*) from event where name = 'approvals:request:approve'") == [(2,)]
    assert len((await counter.read(ana, charge["id"]))["refunds"]) == 2


async def test_who_lost_the_answer_sends_it_again_and_is_asked_for_no_fresh_code(
    ana: Person, eva: Person, diego: Person, counter: Counter, policy: Policy, desk: Desk, sql: Sql
) -> None:
    policy(REFUND, needed=2)
    charge = await counter.paid(ana, 20_000)
    mine, theirs = [await held(ana, charge["id"], amount) for amount in (100, 200)]
    assert (await desk.approve(eva, theirs)).status_code == 200
    body = {"ids": [mine, theirs, str(uuid4())], "digits": await desk.digits(eva)}
    for eva.account in ("", "all", "2"):
        key = str(uuid4())
        first = await eva.post(APPROVE, body, key=key)
        if eva.account == "":
            assert [each["id"] for each in first.json()["decided"]] == [mine]
            assert [each["message"] for each in first.json()["refused"]] == ["already_decided", "not_found"]
            # What others do meanwhile changes nothing of what was told.
            assert (await desk.approve(diego, theirs)).json()["status"] == "executed"
        again = await eva.post(APPROVE, body, key=key)
        assert (again.status_code, again.content) == (200, first.content)
        assert again.headers["Idempotency-Replayed"] == "true"
        body["digits"] = await desk.digits(eva)
    assert sql("select count(*) from approval_decision where request_id = %s", mine) == [(1,)]
    assert sql("select count(*) from event where name = 'approvals:person:approve_many'") == [(3,)]


async def test_a_key_is_for_one_choice_of_requests(
    ana: Person, eva: Person, counter: Counter, policy: Policy, desk: Desk
) -> None:
    policy(REFUND)
    charge = await counter.paid(ana, 20_000)
    one, other = [await held(ana, charge["id"], amount) for amount in (100, 200)]
    body, key = {"ids": [one], "digits": await desk.digits(eva)}, str(uuid4())
    without = await eva.post(APPROVE, body, key=None)
    assert (without.status_code, without.json()["message"]) == (400, "idempotency_key_required")
    assert (await eva.post(APPROVE, body, key=key)).json()["refused"] == []
    said = await eva.post(APPROVE, {**body, "ids": [one, other], "digits": await desk.digits(eva)}, key=key)
    assert (said.status_code, said.json()["message"]) == (422, "idempotency_key_reused")
    assert (await read(eva, other))["status"] == "awaiting"


async def test_what_broke_off_in_the_middle_goes_on_under_its_key(
    ana: Person, eva: Person, counter: Counter, policy: Policy, desk: Desk, sql: Sql
) -> None:
    policy(REFUND)
    charge = await counter.paid(ana, 20_000)
    requests = [await held(ana, charge["id"], amount) for amount in (100, 200, 300)]
    body, key = {"ids": requests, "digits": await desk.digits(eva)}, str(uuid4())
    sql(f"alter table approval_decision add constraint broken check (request_id <> '{requests[1]}')")
    assert (await eva.post(APPROVE, body, key=key)).status_code == 500
    sql("alter table approval_decision drop constraint broken")
    assert [(await read(eva, each))["status"] for each in requests] == ["executed", "awaiting", "awaiting"]
    said = (await eva.post(APPROVE, body, key=key)).json()
    assert ([each["id"] for each in said["decided"]], said["refused"]) == (requests, [])
    assert sql("select count(*) from approval_decision") == [(3,)]
    assert len((await counter.read(ana, charge["id"]))["refunds"]) == 3
