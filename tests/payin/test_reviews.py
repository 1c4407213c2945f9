"""Pix that nobody asked for in this way: kept apart until a person decides."""

from typing import Any

import psycopg

from people import AURORA, OUTRA, Person
from support.approvals import standing_policy
from support.charges import Counter


async def reviews(person: Person) -> list[dict[str, object]]:
    return (await person.get("/v1/payin/reviews")).json()


async def test_another_amount_waits_for_a_decision_and_may_be_accepted(ana: Person, counter: Counter) -> None:
    charge = await counter.charge(ana, 3700)
    await counter.bank.fault(effect="paid_amount", delta=-700)
    paid = await counter.bank.pay(charge["br_code"])
    await counter.carry()
    assert (await counter.read(ana, charge["id"]))["status"] == "under_review"
    assert [(row["end_to_end_id"], row["review_reason"]) for row in await reviews(ana)] == [(paid, "amount_differs")]
    assert await counter.balances(ana) == {"available": 0, "on_hold": 0, "in_review": 3000}
    # What a person judges it by: why it waits, and what was asked for.
    plan = (await ana.post(f"/v1/payin/reviews/{paid}/accept/plan")).json()
    told = {fact["field"]: fact["value"] for fact in plan["facts"]}
    assert (told["review_reason"], told["received"]["amount"], told["asked"]["amount"]) == (
        "amount_differs",
        3000,
        3700,
    )
    key = "accept-once"
    for _ in range(2):
        said = await ana.post(f"/v1/payin/reviews/{paid}/accept", key=key)
        assert (said.status_code, said.json()["status"]) == (200, "settled")
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"
    assert await counter.balances(ana) == {"available": 3000 - 30, "on_hold": 0, "in_review": 0}
    again = await ana.post(f"/v1/payin/reviews/{paid}/accept")
    assert (again.status_code, again.json()["message"]) == (409, "review_closed")


async def test_with_all_merchants_in_sight_a_review_is_decided_over_for_its_merchant(
    ana: Person, carla: Person, diego: Person, counter: Counter, sql: Any
) -> None:
    paid = dict[str, str]()
    for person in (ana, carla):
        charge = await counter.charge(person, 3700)
        await counter.bank.fault(effect="paid_amount", delta=-700)
        paid[person.email] = await counter.bank.pay(charge["br_code"])
        await counter.carry()
    diego.account = "all"
    assert {row["end_to_end_id"] for row in await reviews(diego)} == set(paid.values())
    path = f"/v1/payin/reviews/{paid[ana.email]}/accept"
    plan = (await diego.post(f"{path}/plan")).json()
    assert plan["merchant"] == AURORA
    standing_policy(sql, "payin:review:refund", company_id=3)
    for _ in range(2):
        said = await diego.post(path, key="once")
        assert (said.status_code, said.json()["status"]) == (200, "settled"), said.text
    assert await counter.balances(ana) == {"available": 3000 - 30, "on_hold": 0, "in_review": 0}
    assert sql("select distinct company_id from event where name = 'payin:review:accept'") == [(AURORA,)]
    # What it may not do alone is asked for in the name of the merchant whose payment it is.
    path = f"/v1/payin/reviews/{paid[carla.email]}/refund"
    assert (await diego.post(path)).status_code == 202
    assert sql("select company_id from approval_request") == [(OUTRA,)]
    # A chosen merchant is meant, and a merchant's person sees no other.
    diego.account = str(AURORA)
    assert (await diego.post(path)).status_code == 404
    for person, account in ((ana, ""), (ana, "all"), (ana, str(AURORA))):
        person.account = account
        assert (await person.post(path)).status_code in (403, 404)


async def test_a_second_payment_of_a_paid_charge_is_given_back(ana: Person, counter: Counter) -> None:
    charge = await counter.paid(ana, 3700)
    second = await counter.bank.pay(charge["br_code"], force=True)
    await counter.carry()
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"
    assert [row["review_reason"] for row in await reviews(ana)] == ["duplicate"]
    before = (await counter.balances(ana))["available"]
    said = await ana.post(f"/v1/payin/reviews/{second}/refund")
    assert said.status_code == 201
    # Until it has arrived it is in the list, and nothing more can be done with it.
    assert [row["giving_back"] for row in await reviews(ana)] == [True]
    assert (await ana.post(f"/v1/payin/reviews/{second}/accept")).status_code == 409
    await counter.work()
    await counter.run_job("payin.reconcile")
    charge = await counter.read(ana, charge["id"])
    assert charge["status"] == "paid"
    assert [payment["status"] for payment in charge["payments"]] == ["settled", "returned"]
    assert await reviews(ana) == []
    assert await counter.balances(ana) == {"available": before, "on_hold": 0, "in_review": 0}


async def test_a_payment_after_expiry_is_late_and_its_return_closes_the_charge(ana: Person, counter: Counter) -> None:
    charge = await counter.charge(ana)
    with psycopg.connect(counter.url) as connection:
        connection.execute("update charge set expires_at = now() - interval '2 minutes'")
    await counter.run_job("payin.expire")
    late = await counter.bank.pay(charge["br_code"], force=True)
    await counter.carry()
    assert [row["review_reason"] for row in await reviews(ana)] == ["late"]
    await ana.post(f"/v1/payin/reviews/{late}/refund")
    await counter.work()
    await counter.run_job("payin.reconcile")
    assert (await counter.read(ana, charge["id"]))["status"] == "refunded"


async def test_a_payment_made_in_time_counts_even_when_we_hear_of_it_late(ana: Person, counter: Counter) -> None:
    charge = await counter.charge(ana)
    await counter.bank.pay(charge["br_code"])
    with psycopg.connect(counter.url) as connection:
        connection.execute("update charge set status = 'expired'")
        connection.execute("update payin_day set measure = 'charge_expired' where measure = 'charge_pending'")
    await counter.carry()
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"


async def test_a_pix_for_an_unknown_charge_waits_at_the_provider_s_own_company(
    ana: Person, diego: Person, counter: Counter
) -> None:
    charge = await counter.charge(ana)
    with psycopg.connect(counter.url) as connection:
        connection.execute("update charge set txid = 'z' || substr(txid, 2)")
    unknown = await counter.bank.pay(charge["br_code"])
    await counter.carry()
    assert await reviews(ana) == []
    diego.account = "all"
    assert [(row["end_to_end_id"], row["review_reason"]) for row in await reviews(diego)] == [
        (unknown, "unknown_charge")
    ]
    diego.account = "1"
    assert (await diego.post(f"/v1/payin/reviews/{unknown}/refund")).status_code == 201
    await counter.work()
    await counter.run_job("payin.reconcile")
    assert await reviews(diego) == []


async def test_carla_sees_no_review_of_ana(ana: Person, carla: Person, counter: Counter) -> None:
    charge = await counter.charge(ana)
    await counter.bank.fault(effect="paid_amount", delta=5)
    await counter.bank.pay(charge["br_code"])
    await counter.carry()
    assert await reviews(carla) == []
    assert len(await reviews(ana)) == 1
