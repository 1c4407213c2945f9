"""Money given back: held at once, moved when the provider says so, never more than came in."""

import asyncio
from uuid import uuid4

import psycopg

from people import Person
from support.charges import Counter


async def test_a_refund_in_part_holds_then_moves_the_money(ana: Person, counter: Counter) -> None:
    charge = await counter.paid(ana, 10_000)
    available = 10_000 - 99
    path, key = f"/v1/payin/charges/{charge['id']}/refunds", str(uuid4())
    first = await ana.post(path, {"amount": {"amount": 4_000}, "reason": "Item em falta"}, key=key)
    second = await ana.post(path, {"amount": {"amount": 4_000}, "reason": "Item em falta"}, key=key)
    assert first.status_code == second.status_code == 201
    assert first.json() == second.json()
    assert first.json()["status"] == "requested"
    assert await counter.balances(ana) == {"available": available - 4_000, "on_hold": 4_000, "in_review": 0}
    await counter.work()
    await counter.run_job("payin.reconcile")
    charge = await counter.read(ana, charge["id"])
    assert charge["status"] == "partially_refunded"
    assert charge["refunded"]["amount"] == 4_000
    assert charge["refundable"]["amount"] == 6_000
    assert [refund["status"] for refund in charge["refunds"]] == ["settled"]
    (told,) = [each["data"] for each in charge["timeline"] if each["kind"] == "payin:charge:partially_refunded"]
    assert (told["refunded"], told["amount"]) == (4_000, 10_000)
    assert charge["refunds"][0]["rtr_id"].startswith("D")
    assert await counter.balances(ana) == {"available": available - 4_000, "on_hold": 0, "in_review": 0}


async def test_a_whole_refund_closes_the_charge_when_there_is_money_for_the_fee(ana: Person, counter: Counter) -> None:
    await counter.paid(ana, 10_000)
    charge = await counter.paid(ana, 5_000)
    await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 5_000}})
    await counter.work()
    await counter.run_job("payin.reconcile")
    assert (await counter.read(ana, charge["id"]))["status"] == "refunded"


async def test_a_refund_never_exceeds_what_was_received(ana: Person, counter: Counter) -> None:
    await counter.paid(ana, 90_000)
    charge = await counter.paid(ana, 10_000)
    path = f"/v1/payin/charges/{charge['id']}/refunds"
    assert (await ana.post(path, {"amount": {"amount": 6_000}})).status_code == 201
    beyond = await ana.post(path, {"amount": {"amount": 4_001}})
    assert (beyond.status_code, beyond.json()["message"]) == (400, {"amount": ["refund_exceeds_received"]})
    assert (await ana.post(path, {"amount": {"amount": 4_000}})).status_code == 201


async def test_a_refund_needs_money_on_the_balance(ana: Person, counter: Counter) -> None:
    charge = await counter.paid(ana, 10_000)
    refused = await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 10_000}})
    assert (refused.status_code, refused.json()["message"]) == (422, "insufficient_balance")
    assert (await counter.read(ana, charge["id"]))["refunds"] == []


async def test_nothing_is_refunded_of_a_charge_nobody_paid(ana: Person, counter: Counter) -> None:
    charge = await counter.charge(ana)
    refused = await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 1}})
    assert (refused.status_code, refused.json()["message"]) == (409, "nothing_to_refund")


async def test_after_ninety_days_it_is_too_late(ana: Person, counter: Counter) -> None:
    charge = await counter.paid(ana)
    with psycopg.connect(counter.url) as connection:
        connection.execute("update pix_payment set paid_at = paid_at - interval '90 days 1 minute'")
        connection.execute("select payin_hour_rebuild()")
    refused = await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 1}})
    assert (refused.status_code, refused.json()["message"]) == (409, "refund_too_late")


async def test_a_refund_the_provider_does_not_carry_out_frees_the_money(ana: Person, counter: Counter) -> None:
    await counter.bank.fault(effect="refund", outcome="NAO_REALIZADO")
    charge = await counter.paid(ana, 10_000)
    before = await counter.balances(ana)
    await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 500}})
    await counter.work()
    await counter.run_job("payin.reconcile")
    charge = await counter.read(ana, charge["id"])
    assert [refund["status"] for refund in charge["refunds"]] == ["failed"]
    assert charge["status"] == "paid"
    assert await counter.balances(ana) == before


async def test_a_refund_whose_answer_was_lost_is_paid_once(ana: Person, counter: Counter) -> None:
    charge = await counter.paid(ana, 10_000)
    await counter.bank.fault(effect="status", status=500, route="PUT /pix", times=1, after_work=True)
    refund = (await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 500}})).json()
    await counter.work()
    stuck = (await counter.read(ana, charge["id"]))["refunds"][0]
    assert (stuck["status"], "500" in stuck["error"]) == ("requested", True)
    for _ in range(2):
        await counter.run_job("payin.reconcile")
    charge = await counter.read(ana, charge["id"])
    assert [each["status"] for each in charge["refunds"]] == ["settled"]
    assert charge["refunds"][0]["id"] == refund["id"]
    assert charge["refunded"]["amount"] == 500


async def test_of_two_tabs_that_refund_all_at_once_one_does(ana: Person, counter: Counter) -> None:
    await counter.paid(ana, 50_000)
    charge = await counter.paid(ana, 10_000)
    path, body = f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 10_000}}
    tabs = await asyncio.gather(*(ana.post(path, body) for _ in range(2)))
    assert sorted(tab.status_code for tab in tabs) == [201, 400]
    assert [tab.json()["message"] for tab in tabs if tab.status_code == 400] == [
        {"amount": ["refund_exceeds_received"]}
    ]
    await counter.work()
    await counter.carry()
    assert (await counter.read(ana, charge["id"]))["refunded"]["amount"] == 10_000
