"""Merchants hear of what payers agreed to, of each cycle's charge, of what it brought in, and of what is asked back."""

from collections.abc import Callable
from typing import Any

from people import Person
from recurrences.conftest import Desk
from retaguarda.webhooks.sender import WebhookSender
from servers import Servers
from support.charges import Counter


async def test_a_recurrence_is_told_from_its_beginning_to_its_end_and_names_no_person(
    ana: Person, gil: Person, counter: Counter, servers: Servers, courier: WebhookSender, endpoint: Callable[..., Any]
) -> None:
    desk = Desk(counter)
    heard = [f"recurrence.{state}" for state in ("created", "approved", "cancelled")]
    heard += [f"recurring_charge.{state}" for state in ("created", "active", "paid")]
    made = await endpoint(gil, "https://shop.example/hooks", *heard)
    recurrence = await desk.agreed(ana, contract="Plano 7")
    charge = await desk.charged(ana, recurrence)
    await desk.payer(f"cobr/{charge['txid']}/settle")
    # The provider may tell of the same twice.
    await counter.carry(times=2)
    await ana.post(f"/v1/payin/recurrences/{recurrence['id']}/cancel", key=None)
    await counter.work()
    await courier.empty()
    told = servers.at("shop.example")
    assert sorted(each.said["type"] for each in told) == sorted(heard)
    by_type = {each.said["type"]: each.said["data"] for each in told}
    assert by_type["recurrence.approved"]["contract"] == "Plano 7"
    paid = by_type["recurring_charge.paid"]
    assert (paid["id"], paid["recurrence_id"]) == (charge["id"], recurrence["id"])
    assert paid["amount"] == {"amount": 3500, "currency": "BRL"}
    for each in told:
        assert each.signed_with(made["secret"])
        for of_a_person in ("Beto", "52998224725"):
            assert of_a_person not in each.body.decode()


async def test_a_contested_payment_is_told_to_its_merchant(
    ana: Person, gil: Person, counter: Counter, servers: Servers, courier: WebhookSender, endpoint: Callable[..., Any]
) -> None:
    heard = ["med_case.opened", "med_case.agreed", "med_case.returned"]
    await endpoint(gil, "https://shop.example/hooks", *heard)
    charge = await counter.paid(ana, 10_000)
    await counter.paid(ana, 10_000)
    said = await counter.bank.client.post("/sandbox/med/reports", json={"endToEndId": charge["end_to_end_id"]})
    assert said.status_code == 201
    await counter.run_job("med.poll")
    await counter.work()
    (case,) = (await ana.get("/v1/payin/disputes")).json()
    await ana.post(f"/v1/payin/disputes/{case['id']}/accept", {})
    await counter.work()
    await counter.run_job("med.poll")
    await counter.work()
    await counter.run_job("payin.reconcile")
    await counter.work()
    await courier.empty()
    told = servers.at("shop.example")
    assert [each.said["type"] for each in told] == heard
    last = told[-1].said["data"]
    assert (last["id"], last["object"], last["returned"]["amount"]) == (case["id"], "med_case", 10_000)
