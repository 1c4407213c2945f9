"""A plan says what a Command would do, to the cent, and leaves nothing behind."""

from uuid import uuid4

from people import Person
from support.charges import Counter


async def test_the_plan_of_a_refund_is_what_the_refund_then_does(ana: Person, counter: Counter) -> None:
    charge = await counter.paid(ana, 10_000)
    path, body = f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 4_000}}
    plan = (await ana.post(f"{path}/plan", body)).json()
    assert plan["command"] == "payin:refund:create"
    (balance,) = plan["balances"]
    assert balance["account"] == "available"
    assert balance["held_after"]["amount"] - balance["held_before"]["amount"] == 4_000
    await ana.post(path, body)
    after = await counter.balances(ana)
    assert after["available"] == balance["posted_after"]["amount"] - balance["held_after"]["amount"]
    assert after["on_hold"] == balance["held_after"]["amount"]


async def test_planning_twice_changes_nothing_and_says_the_same(ana: Person, counter: Counter) -> None:
    charge = await counter.paid(ana, 10_000)
    path, before = f"/v1/payin/charges/{charge['id']}/refunds/plan", await counter.balances(ana)
    first = await ana.post(path, {"amount": {"amount": 4_000}})
    second = await ana.post(path, {"amount": {"amount": 4_000, "currency": "BRL"}})
    assert first.json()["balances"] == second.json()["balances"]
    assert await counter.balances(ana) == before
    assert (await counter.read(ana, charge["id"]))["refunds"] == []


async def test_a_plan_names_the_fields_that_would_change(ana: Person, counter: Counter) -> None:
    charge = await counter.charge(ana, 3700)
    await counter.bank.fault(effect="paid_amount", delta=-700)
    paid = await counter.bank.pay(charge["br_code"])
    await counter.carry()
    plan = (await ana.post(f"/v1/payin/reviews/{paid}/accept/plan", {})).json()
    assert {"field": "status", "before": "under_review", "after": "settled"} in plan["changes"]
    moved = {b["account"]: b["posted_after"]["amount"] - b["posted_before"]["amount"] for b in plan["balances"]}
    assert moved == {"available": 3000 - 30, "in_review": -3000}
    assert (await ana.post(f"/v1/payin/reviews/{paid}/accept")).status_code == 200


async def test_a_plan_refuses_what_the_command_refuses(ana: Person, counter: Counter) -> None:
    charge = await counter.paid(ana, 10_000)
    path = f"/v1/payin/charges/{charge['id']}"
    beyond = await ana.post(f"{path}/refunds/plan", {"amount": {"amount": 10_001}})
    assert (beyond.status_code, beyond.json()["message"]) == (400, {"amount": ["refund_exceeds_received"]})
    closed = await ana.post(f"{path}/cancel/plan", {})
    assert (closed.status_code, closed.json()["message"]) == (409, "charge_not_open")


async def test_the_hash_tells_one_plan_from_another(ana: Person, counter: Counter) -> None:
    charge = await counter.paid(ana, 10_000)
    path = f"/v1/payin/charges/{charge['id']}/refunds/plan"
    said = [(await ana.post(path, {"amount": {"amount": amount}})).json()["hash"] for amount in (4_000, 4_001, 4_000)]
    assert said[0] == said[2] != said[1]


async def test_the_hash_stays_when_the_balance_has_moved_meanwhile(ana: Person, counter: Counter) -> None:
    charge = await counter.paid(ana, 10_000)
    path, body = f"/v1/payin/charges/{charge['id']}/refunds/plan", {"amount": {"amount": 4_000}}
    before = (await ana.post(path, body)).json()["hash"]
    await counter.paid(ana, 70_000)
    assert (await ana.post(path, body)).json()["hash"] == before


async def test_carla_plans_nothing_of_another_merchant(ana: Person, carla: Person, counter: Counter) -> None:
    charge = await counter.paid(ana, 10_000)
    refused = await carla.post(f"/v1/payin/charges/{charge['id']}/refunds/plan", {"amount": {"amount": 1}})
    assert (refused.status_code, refused.json()["message"]) == (404, "not_found")


async def test_a_plan_of_what_is_new_creates_nothing(ana: Person, counter: Counter) -> None:
    reference = str(uuid4())
    planned = await ana.post("/v1/payin/charges/plan", {"amount": {"amount": 100}, "reference": reference})
    assert planned.status_code == 200
    assert planned.json()["balances"] == planned.json()["changes"] == []
    found = await ana.get(f"/v1/payin/charges?reference={reference}")
    assert found.json() == []
