"""A batch that needs a second person: the approver has opened its exceptions, types its total, and approves it by itself."""

from collections.abc import Callable
from typing import Any

from people import Person
from support.approvals import Desk, standing_policy
from support.batches import BATCHES, line, lines, open_exceptions, planned, read, settle, submit, table
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
    seen = await read(bruno, batch["id"])
    assert (seen["status"], batch["waits_for"], seen["waits_for"]) == ("planned", None, {"id": request, "missing": 1})
    assert (await bruno.get("/v1/payouts/administration")).json()["awaiting_approval"] == 1
    assert (await counter.balances(ana))["on_hold"] == 0
    await open_exceptions(eva, batch)
    for typed in ({}, {"total": {"amount": batch["total"]["amount"] + 1}}):
        said = await desk.approve(eva, request, **typed)
        assert (said.status_code, said.json()["message"]) == (400, {"total": ["total_wrong"]}), said.text
    approved = await desk.approve(eva, request, total=batch["total"])
    assert approved.status_code == 200, approved.text
    await settle(counter, sql)
    done = await read(bruno, batch["id"])
    assert (done["status"], done["progress"]["done"], done["waits_for"]) == ("done", 3, None)
    assert (await bruno.get("/v1/payouts/administration")).json()["awaiting_approval"] == 0
    for path in (BATCHES, "/v1/payouts/payments"):
        assert {each["approved_by"] for each in (await bruno.get(path)).json()} == {eva.email}, path


async def test_whoever_has_not_opened_every_group_of_exceptions_does_not_approve(
    bruno: Person, ana: Person, carla: Person, eva: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    standing_policy(sql, "payouts:payout_batch:submit", emergency="approvals::requests:decide", needed=2)
    desk, batch = Desk(sql), await planned(bruno, counter, table(line(0), line(1), line(1), line(2)))
    held = (await submit(bruno, batch)).json()["request"]["id"]
    groups = [each["category"] for each in batch["categories"]]
    assert (len(groups) > 1, batch["looked"]) == (True, [])
    unseen = (409, "exceptions_unseen")
    told = await desk.approve(eva, held, total=batch["total"])
    assert (told.status_code, told.json()["message"]) == unseen
    # Not in an emergency either.
    told = await desk.emergency(eva, held, total=batch["total"])
    assert (told.status_code, told.json()["message"]) == unseen
    # What others opened, or some of it, does not count; nor does a plan that is not this one.
    await open_exceptions(diego, batch)
    await open_exceptions(eva, batch, *groups[1:])
    told = await desk.approve(eva, held, total=batch["total"])
    assert (told.status_code, told.json()["message"]) == unseen
    look = f"{BATCHES}/{batch['id']}/look"
    other = await eva.post(look, {"plan": "0" * 64, "category": groups[0]}, key=None)
    assert (other.status_code, other.json()["message"]) == (409, "plan_changed")
    sql("update role set permissions = permissions || '{payout::payment:read}'")
    body = {"plan": batch["plan_hash"], "category": groups[0]}
    assert (await carla.post(look, body, key=None)).status_code in (403, 404)
    for _ in range(2):
        await open_exceptions(eva, batch, groups[0])
    eva.account = "2"
    assert sorted((await read(eva, batch["id"]))["looked"]) == sorted(groups)
    assert (await read(bruno, batch["id"]))["looked"] == []
    approved = await desk.emergency(eva, held, total=batch["total"])
    assert approved.status_code == 200, approved.text
    await settle(counter, sql)
    assert (await read(bruno, batch["id"]))["status"] == "done"


async def test_where_two_have_to_approve_the_plan_the_answer_and_the_batch_say_how_many(
    bruno: Person, ana: Person, eva: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    standing_policy(sql, "payouts:payout_batch:submit", needed=2)
    # Another policy asks for fewer: whoever approves for the one does so for both.
    standing_policy(sql, "payouts:payout_batch:submit")
    desk, batch = Desk(sql), await planned(bruno, counter, lines(2))
    body = {"plan": batch["plan_hash"], "total": batch["total"]}
    plan = (await bruno.post(f"{BATCHES}/{batch['id']}/submit/plan", body, key=None)).json()
    assert (plan["needs_approval"], plan["approvals"]) == (True, 2)
    said = [(await submit(bruno, batch, key="once")).json()["request"] for _ in range(2)]
    assert [each["approvals"] for each in said] == [2, 2]
    (request,) = {each["id"] for each in said}
    assert (await read(bruno, batch["id"]))["waits_for"] == {"id": request, "missing": 2}
    for person, missing in ((eva, 1), (diego, 0)):
        await open_exceptions(person, batch)
        decided = (await desk.approve(person, request, total=batch["total"])).json()
        assert decided["missing"] == missing
    assert decided["status"] == "executed"
    assert (await read(bruno, batch["id"]))["waits_for"] is None


async def test_a_batch_tells_who_refused_it_and_why_until_it_is_submitted_again(
    bruno: Person, ana: Person, carla: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    standing_policy(sql, "payouts:payout_batch:submit")
    desk, batch = Desk(sql), await planned(bruno, counter, lines(2))
    assert batch["refused"] is None
    first = (await submit(bruno, batch)).json()["request"]["id"]
    for _ in range(2):
        await eva.post(f"/v1/approvals/{first}/reject", {"reason": "Falta a nota"})
    found = await read(bruno, batch["id"])
    assert (found["status"], found["waits_for"]) == ("planned", None)
    refused = found["refused"]
    assert (refused["request"], refused["status"], refused["actor"], refused["reason"], refused["error"]) == (
        first, "rejected", eva.email, "Falta a nota", None,
    )  # fmt: skip
    assert refused["at"]
    assert (await carla.get(f"{BATCHES}/{batch['id']}")).status_code in (403, 404)
    # Asked for once more, it waits; and that nobody decided is told as well.
    second = (await submit(bruno, batch)).json()["request"]["id"]
    assert (await read(bruno, batch["id"]))["refused"] is None
    sql("alter table approval_request disable trigger approval_request_moved")
    sql("update approval_request set expires_at = now() - interval '1 second' where id = %s", second)
    sql("alter table approval_request enable trigger approval_request_moved")
    await counter.run_job("approvals.expire")
    refused = (await read(bruno, batch["id"]))["refused"]
    assert (refused["request"], refused["status"], refused["actor"]) == (second, "expired", None)
    # Approved when the money is gone: why it could not be submitted is told.
    third = (await submit(bruno, batch)).json()["request"]["id"]
    await open_exceptions(eva, batch)
    sql("update ledger_account set held = posted where company_id = 2 and code = 'available'")
    await desk.approve(eva, third, total=batch["total"])
    refused = (await read(bruno, batch["id"]))["refused"]
    assert (refused["request"], refused["status"], refused["error"]) == (third, "failed", "insufficient_balance")
    sql("update ledger_account set held = 0 where company_id = 2 and code = 'available'")
    # One that its maker withdrew is no refusal, and an authorised batch has none.
    fourth = (await submit(bruno, batch)).json()["request"]["id"]
    assert (await bruno.post(f"/v1/approvals/{fourth}/cancel")).status_code == 200
    assert (await read(bruno, batch["id"]))["refused"] is None
    fifth = (await submit(bruno, batch)).json()["request"]["id"]
    assert (await desk.approve(eva, fifth, total=batch["total"])).json()["status"] == "executed"
    assert (await read(bruno, batch["id"]))["refused"] is None


async def test_a_batch_does_not_expire_before_its_own_request_and_three_days_after_it(
    bruno: Person, ana: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    standing_policy(sql, "payouts:payout_batch:submit")
    desk, batch, alone = Desk(sql), await planned(bruno, counter, lines(2)), await planned(bruno, counter, lines(3))
    request = (await submit(bruno, batch)).json()["request"]["id"]

    async def status_after(hours: int) -> str:
        sql("update payout_batch set planned_at = now() - make_interval(hours => %s) where status = 'planned'", hours)
        for _ in range(2):
            await counter.run_job("payouts.expire_batches")
        return (await read(bruno, batch["id"]))["status"]

    # The usual request waits for seven days.
    assert await status_after(6 * 24) == "planned"
    assert (await read(bruno, batch["id"]))["waits_for"]["id"] == request
    assert (await read(bruno, alone["id"]))["status"] == "expired"
    # Rejected, it may be submitted again for as long as a new one.
    assert (await eva.post(f"/v1/approvals/{request}/reject", {"reason": "Falta a nota"})).status_code == 200
    assert await status_after(8 * 24) == "planned"
    again = (await submit(bruno, batch)).json()["request"]["id"]
    await open_exceptions(eva, batch)
    assert (await desk.approve(eva, again, total=batch["total"])).json()["status"] == "executed"
    # Another one of a request that was over more than three days ago ends.
    late = await planned(bruno, counter, lines(4))
    request = (await submit(bruno, late)).json()["request"]["id"]
    sql("alter table approval_request disable trigger approval_request_moved")
    sql("update approval_request set expires_at = now() - interval '73 hours' where id = %s", request)
    sql("alter table approval_request enable trigger approval_request_moved")
    sql("update payout_batch set planned_at = now() - interval '11 days' where id = %s", late["id"])
    await counter.run_job("payouts.expire_batches")
    assert (await read(bruno, late["id"]))["status"] == "expired"
