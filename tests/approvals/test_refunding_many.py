"""Many charges are refunded at once in full: each as if it were done alone, under the policies that hold for its amount."""

from collections.abc import Callable
from uuid import uuid4

from people import Person
from support.approvals import REFUND
from support.charges import Counter, offenders


async def test_each_charge_is_given_back_once_and_a_large_one_waits_for_a_second_person(
    ana: Person, counter: Counter, policy: Callable[..., str]
) -> None:
    policy(REFUND, condition="amount > 5000")
    small, large, part = [await counter.paid(ana, amount) for amount in (5_000, 5_001, 9_000)]
    path = f"/v1/payin/charges/{part['id']}/refunds"
    assert (await ana.post(path, {"amount": {"amount": 5_000}})).status_code == 201
    body, key = {"command": REFUND, "ids": [each["id"] for each in (small, large, part)]}, str(uuid4())
    asked, again = [await ana.post("/v1/bulk", body, key=key) for _ in range(2)]
    assert asked.status_code == 201, asked.text
    assert asked.json() == again.json()
    for _ in range(2):
        await counter.work()
    items = await ana.get("/v1/bulk/items", bulk_id=asked.json()["id"], order_by="number", sort="asc")
    assert [each["status"] for each in items.json()] == ["done", "awaiting", "done"]
    refunds = [[each["amount"]["amount"] for each in (await counter.read(ana, one))["refunds"]] for one in body["ids"]]
    assert refunds == [[5_000], [], [5_000, 4_000]]
    (request,) = (await ana.get("/v1/approvals")).json()
    assert request["amount"]["amount"] == 5_001
    said = await ana.post(f"/v1/payin/charges/{small['id']}/refunds", {})
    assert (said.status_code, said.json()["message"]) == (409, "nothing_to_refund")
    assert offenders(counter.url) == {}
