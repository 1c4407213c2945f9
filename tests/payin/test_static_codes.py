"""Static codes: paid by whom and as often as they like, each payment a charge of its own."""

from typing import Any

import pytest

from people import Person
from retaguarda.providers.pix import brcode
from support.charges import Counter


async def made(ana: Person, **more: Any) -> dict[str, Any]:
    body = {"name": "Till 1", "message": "Obrigada"} | more
    first, again = [await ana.post("/v1/payin/codes", body, key="once" + str(more)) for _ in range(2)]
    assert (first.status_code, again.json()) == (201, first.json()), first.text
    return (await ana.get(f"/v1/payin/codes/{first.json()['id']}")).json()


async def paid(counter: Counter, code: dict[str, Any], **more: Any) -> None:
    await counter.bank.pay(code["br_code"], **more)
    await counter.carry(times=2)


async def test_each_payment_is_counted_and_is_a_charge_that_can_be_refunded(ana: Person, counter: Counter) -> None:
    code = await made(ana)
    said = brcode.parse(code["br_code"])
    assert (said.txid, said.amount, said.info) == (code["txid"], None, "Obrigada")
    assert len(said.txid) <= 25
    await paid(counter, code, amount="10.00")
    await paid(counter, code, amount="25.50")
    code = (await ana.get(f"/v1/payin/codes/{code['id']}")).json()
    assert (code["payments"], code["received"]["amount"]) == (2, 35_50)
    assert [(each["kind"], each["status"], each["amount"]["amount"]) for each in code["charges"]] == [
        ("static", "paid", 25_50),
        ("static", "paid", 10_00),
    ]
    charge = code["charges"][0]["id"]
    assert (await ana.post(f"/v1/payin/charges/{charge}/refunds", {"amount": {"amount": 25_50}})).status_code == 201
    await counter.work()
    await counter.carry()
    read = await counter.read(ana, charge)
    assert (read["status"], read["static_code"]) == ("refunded", code["id"])
    await counter.run_job("payin.reconcile")
    (row,) = (await ana.get("/v1/payin/codes")).json()
    assert (row["payments"], row["received"]["amount"]) == (2, 35_50)


async def test_another_amount_than_the_codes_and_a_disabled_code_wait_for_a_decision(
    ana: Person, counter: Counter
) -> None:
    code = await made(ana, amount={"amount": 5_000})
    await paid(counter, code)
    await paid(counter, code, amount="49.99")
    for _ in range(2):
        disabled = await ana.post(f"/v1/payin/codes/{code['id']}/disable", key=None)
        assert (disabled.status_code, disabled.json()["status"]) == (200, "disabled")
    await paid(counter, code)
    reviews = (await ana.get("/v1/payin/reviews", sort="asc")).json()
    assert [each["review_reason"] for each in reviews] == ["amount_differs", "late"]
    code = (await ana.get(f"/v1/payin/codes/{code['id']}")).json()
    assert (code["payments"], len(code["charges"])) == (1, 3)
    accepted = await ana.post(f"/v1/payin/reviews/{reviews[0]['end_to_end_id']}/accept")
    assert accepted.status_code == 200
    assert (await counter.read(ana, reviews[0]["charge_id"]))["status"] == "paid"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"name": "   "}, {"name": ["field_required"]}),
        ({"message": "x" * 26}, {"message": ["field_invalid"]}),
        ({"amount": {"amount": 0}}, {"amount.amount": ["field_invalid"]}),
    ],
)
async def test_a_code_that_cannot_be_is_refused(ana: Person, counter: Counter, more: Any, message: Any) -> None:
    refused = await ana.post("/v1/payin/codes", {"name": "Till"} | more)
    assert (refused.status_code, refused.json()["message"]) == (400, message)


async def test_carla_neither_sees_nor_disables_it(ana: Person, carla: Person, counter: Counter) -> None:
    code = await made(ana)
    assert (await carla.get(f"/v1/payin/codes/{code['id']}")).status_code == 404
    assert (await carla.post(f"/v1/payin/codes/{code['id']}/disable")).status_code == 404
    assert (await carla.get("/v1/payin/codes")).json() == []
