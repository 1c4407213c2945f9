"""A payer's page: everything of one payer, named by any charge or recurrence of theirs, and nothing of another merchant's."""

from typing import Any

from people import Person
from support.charges import Counter

ZILDA = {"name": "Zilda Ramos", "document": "52998224725"}


async def asked(person: Person, amount: int, payer: dict[str, str] | None = None) -> str:
    body = {"amount": {"amount": amount}} | ({"payer": payer} if payer else {})
    made = await person.post("/v1/payin/charges", body)
    assert made.status_code == 201, made.text
    return made.json()["id"]


async def test_a_payers_charges_and_refunds_stand_together_whichever_charge_names_them(
    ana: Person, carla: Person, counter: Counter
) -> None:
    paid = await counter.paid(ana, 9000, payer=ZILDA)
    open_ = await asked(ana, 500, ZILDA)
    nobody = await asked(ana, 700)
    back = {"amount": {"amount": 2000}}
    assert (await ana.post(f"/v1/payin/charges/{paid['id']}/refunds", back)).status_code == 201
    await counter.work()
    await counter.run_job("payin.reconcile")
    found = [(await ana.get(f"/v1/payin/payers/{charge}")).json() for charge in (paid["id"], open_)]
    assert [each.pop("id") for each in found] == [paid["id"], open_]
    assert found[0] == found[1]
    (sums,) = found[0]["sums"]
    assert (found[0]["name"], found[0]["document"], found[0]["partial"]) == ("Zilda Ramos", "52998224725", False)
    assert (sums["charges"], sums["converted"], sums["refunds"]) == (2, 1, 1)
    assert (sums["paid"], sums["refunded"]["amount"]) == ({"amount": 9000, "currency": "BRL"}, 2000)
    (refund,) = (await ana.get("/v1/payin/refunds", payer_document="52998224725")).json()
    assert (refund["charge_id"], refund["amount"]["amount"], refund["status"]) == (paid["id"], 2000, "settled")
    told = [(each["kind"], each["amount"]["amount"], each["subject"]) for each in found[0]["timeline"]]
    assert told == [
        ("charged", 9000, paid["id"]),
        ("paid", 9000, paid["id"]),
        ("charged", 500, open_),
        ("refunded", 2000, paid["id"]),
    ]
    # A document stands masked in a list.
    assert refund["payer_document"] == "***.982.247-**"
    assert (await ana.get(f"/v1/payin/payers/{nobody}")).status_code == 404
    assert (await carla.get(f"/v1/payin/payers/{paid['id']}")).status_code == 404
    assert (await carla.get("/v1/payin/refunds")).json() == []
    assert (await ana.get("/v1/payin/payers/not-an-id")).status_code == 404


async def test_without_a_document_the_name_alone_is_the_payer(ana: Person, sql: Any) -> None:
    charge, other = [await asked(ana, amount, ZILDA) for amount in (100, 200)]
    sql("update charge set payer_document = null, payer_name = 'Zilda' where id = %s", charge)
    found = (await ana.get(f"/v1/payin/payers/{charge}")).json()
    assert (found["name"], found["document"], found["sums"][0]["charges"]) == ("Zilda", None, 1)
    assert (await ana.get(f"/v1/payin/payers/{other}")).json()["sums"][0]["charges"] == 1
