"""A refund that waits for a second person reserves its money: it is seen where the money is, and not asked for twice."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from people import Person
from support.approvals import REFUND, Desk, held, read, refund
from support.charges import Counter, offenders

Sql = Callable[..., list[tuple[Any, ...]]]
LIST = "/v1/payin/charges"


async def waiting(counter: Counter, person: Person, charge: str) -> tuple[int, int, list[str]]:
    """Of a charge: what waits for approval, what can be asked for beside it, and the requests."""
    record = await counter.read(person, charge)
    (row,) = (await person.get(LIST, id=charge)).json()
    assert row["awaiting_approval"] == record["awaiting_approval"]
    return (
        record["awaiting_approval"]["amount"],
        record["refundable"]["amount"],
        [each["id"] for each in record["refund_requests"]],
    )


async def test_a_second_request_beyond_what_is_left_is_refused_until_the_first_is_decided(
    ana: Person, gil: Person, carla: Person, counter: Counter, desk: Desk, policy: Callable[..., str]
) -> None:
    await counter.paid(ana, 50_000)
    charge = (await counter.paid(ana, 10_000))["id"]
    policy(REFUND)
    key = str(uuid4())
    first, again = [await refund(ana, charge, 6_000, key=key) for _ in range(2)]
    assert (first.status_code, again.content) == (202, first.content)
    request = first.json()["request"]["id"]
    assert await waiting(counter, ana, charge) == (6_000, 4_000, [request])
    (asked,) = (await counter.read(ana, charge))["refund_requests"]
    assert (asked["maker"], asked["mine"], asked["amount"]["amount"]) == (ana.email, True, 6_000)
    assert (await counter.read(gil, charge))["refund_requests"][0]["mine"] is False
    for amount in (4_001, 6_000, 10_000):
        said = await refund(ana, charge, amount)
        assert (said.status_code, said.json()["message"]) == (409, "refund_awaiting_approval"), said.text
        assert "4000" in said.json()["error"]
        plan = await ana.post(f"{LIST}/{charge}/refunds/plan", {"amount": {"amount": amount}})
        assert (plan.status_code, plan.json()["message"]) == (409, "refund_awaiting_approval")
    # Beyond what came in it is what it always was.
    beyond = await refund(ana, charge, 10_001)
    assert (beyond.status_code, beyond.json()["message"]) == (400, {"amount": ["refund_exceeds_received"]})
    rest = await held(ana, charge, 4_000)
    assert await waiting(counter, ana, charge) == (10_000, 0, [request, rest])
    assert (await ana.post(f"{LIST}/{charge}/refunds", {})).json()["message"] == "refund_awaiting_approval"
    assert (await carla.get(f"{LIST}/{charge}")).status_code == 404
    # Approved, both are done: what they reserved does not stand in their own way.
    for number in (request, rest):
        said = await desk.approve(gil, number)
        assert said.json()["status"] == "executed", said.text
    record = await counter.read(ana, charge)
    assert sorted(each["amount"]["amount"] for each in record["refunds"]) == [4_000, 6_000]
    assert await waiting(counter, ana, charge) == (0, 0, [])
    assert (await refund(ana, charge, 1)).json()["message"] == {"amount": ["refund_exceeds_received"]}
    await counter.work()
    assert offenders(counter.url) == {}


async def test_of_many_requests_at_once_only_as_much_is_taken_as_is_left(
    ana: Person, gil: Person, counter: Counter, desk: Desk, policy: Callable[..., str]
) -> None:
    await counter.paid(ana, 90_000)
    charge = (await counter.paid(ana, 10_000))["id"]
    policy(REFUND, condition="amount > 1000")
    said = await asyncio.gather(
        *(refund(ana, charge, 4_000) for _ in range(5)), *(refund(ana, charge, 900) for _ in range(5))
    )
    taken = [each for each in said if each.status_code in (201, 202)]
    sums = sum(4_000 if each.status_code == 202 else 900 for each in taken)
    assert 6_000 < sums <= 10_000
    assert {each.status_code for each in said} <= {201, 202, 400, 409}
    waits, left, requests = await waiting(counter, ana, charge)
    assert (waits, left) == (4_000 * len(requests), 10_000 - sums)
    for number in requests:
        assert (await desk.approve(gil, number)).json()["status"] == "executed"
    await counter.work()
    assert offenders(counter.url) == {}


async def test_what_is_rejected_taken_back_or_over_frees_its_money(
    ana: Person, gil: Person, counter: Counter, desk: Desk, policy: Callable[..., str], sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    charge = (await counter.paid(ana, 10_000))["id"]
    policy(REFUND)
    request = await held(ana, charge, 10_000)
    assert (await gil.post(f"/v1/approvals/{request}/reject", {"reason": "não"})).status_code == 200
    assert await waiting(counter, ana, charge) == (0, 10_000, [])
    request = await held(ana, charge, 10_000)
    assert (await ana.post(f"/v1/approvals/{request}/cancel", {})).status_code == 200
    assert await waiting(counter, ana, charge) == (0, 10_000, [])
    request = await held(ana, charge, 10_000)
    assert (await refund(ana, charge, 1)).json()["message"] == "refund_awaiting_approval"
    sql("alter table approval_request disable trigger user")
    sql("update approval_request set expires_at = now() - interval '1 minute' where id = %s", request)
    sql("alter table approval_request enable trigger user")
    # Before anybody has written down that its time is over, too.
    assert await waiting(counter, ana, charge) == (0, 10_000, [])
    await counter.run_job("approvals.expire")
    assert await waiting(counter, ana, charge) == (0, 10_000, [])
    assert (await refund(ana, charge, 10_000)).status_code == 202


async def test_whoever_changes_what_they_asked_for_changes_what_it_reserves(
    ana: Person, counter: Counter, policy: Callable[..., str]
) -> None:
    await counter.paid(ana, 50_000)
    charge = (await counter.paid(ana, 10_000))["id"]
    policy(REFUND)
    request = await held(ana, charge, 8_000)

    async def changed(amount: int) -> Any:
        body = {"input": {"amount": {"amount": amount, "currency": "BRL"}, "reason": None, "end_to_end_id": None}}
        return await ana.put(f"/v1/approvals/{request}/input", body)

    assert (await changed(9_000)).status_code == 200
    assert await waiting(counter, ana, charge) == (9_000, 1_000, [request])
    assert (await changed(10_001)).json()["message"] == {"amount": ["refund_exceeds_received"]}
    assert (await changed(2_500)).status_code == 200
    assert await waiting(counter, ana, charge) == (2_500, 7_500, [request])


async def test_a_plan_tells_amount_and_reason_and_whether_a_second_person_has_to_agree(
    ana: Person, gil: Person, counter: Counter, policy: Callable[..., str]
) -> None:
    await counter.paid(ana, 50_000)
    charge = (await counter.paid(ana, 10_000))["id"]
    policy(REFUND, condition="amount > 5000")
    body = {"amount": {"amount": 5_000}, "reason": "Pedido cancelado"}
    path = f"{LIST}/{charge}/refunds"
    small = (await ana.post(f"{path}/plan", body)).json()
    large = (await ana.post(f"{path}/plan", body | {"amount": {"amount": 5_001}})).json()
    assert (small["needs_approval"], large["needs_approval"]) == (False, True)
    facts = {each["field"]: each["value"] for each in large["facts"]}
    assert (facts["amount"]["amount"], facts["reason"]) == (5_001, "Pedido cancelado")
    # A plan is nothing but a look.
    assert await waiting(counter, ana, charge) == (0, 10_000, [])
    asked = await ana.post(path, body | {"amount": {"amount": 5_001}})
    seen = await read(gil, asked.json()["request"]["id"])
    facts = {each["field"]: each["value"] for each in seen["plan"]["facts"]}
    assert (facts["amount"]["amount"], facts["reason"], seen["amount"]["amount"]) == (5_001, "Pedido cancelado", 5_001)
    assert "payer_name" in facts or "payer_document" in facts
