"""Charges with a due date: what they cost on which day, revised while nobody has paid, and paid with what was due then."""

from datetime import date, timedelta
from typing import Any

import pytest

from days import today
from people import Person
from retaguarda.providers.pix.due import due, last_payable
from support.charges import Counter

Sql = Any
TERMS = {
    "fine": {"mode": 2, "value": 200},
    "interest": {"mode": 1, "value": 10},
    "reduction": {"mode": 1, "value": 500},
    "discount": {"mode": 3, "value": 100},
}
OFFICIAL = {
    "multa": {"modalidade": 2, "valorPerc": "2.00"},
    "juros": {"modalidade": 1, "valorPerc": "0.10"},
    "abatimento": {"modalidade": 1, "valorPerc": "5.00"},
    "desconto": {"modalidade": 3, "valorPerc": "1.00"},
}
ADDRESS = {"street": "Rua das Laranjeiras 7", "city": "Recife", "state": "PE", "postal_code": "70011750"}
PAYER = {"name": "Maria Exemplo", "document": "529.982.247-25", "address": ADDRESS}


def asked(days: int = 10, **more: Any) -> dict[str, Any]:
    due_date = today() + timedelta(days=days)
    return {"amount": {"amount": 10_000}, "due_date": due_date.isoformat(), "payer": PAYER, "terms": TERMS} | more


async def charged(ana: Person, counter: Counter, **more: Any) -> dict[str, Any]:
    made = await ana.post("/v1/payin/due-charges", asked(**more))
    assert made.status_code == 201, made.text
    await counter.work()
    return await counter.read(ana, made.json()["id"])


async def test_it_is_asked_for_as_the_document_says_and_paid_early_for_less(ana: Person, counter: Counter) -> None:
    body = asked()
    first, again = [await ana.post("/v1/payin/due-charges", body, key="once") for _ in range(2)]
    assert (first.status_code, again.json()) == (201, first.json())
    await counter.work()
    charge = await counter.read(ana, first.json()["id"])
    assert (charge["kind"], charge["status"], charge["due_date"]) == ("due", "pending", body["due_date"])
    (put,) = [message for message in charge["messages"] if message["method"] == "PUT"]
    assert "/cobv/" in put["url"]
    assert put["request"]["valor"] == {"original": "100.00", **OFFICIAL}
    assert put["request"]["devedor"].items() >= {"cpf": "52998224725", "cidade": "Recife", "cep": "70011750"}.items()
    assert charge["due"]["terms"] == {**TERMS, "discount": {**TERMS["discount"], "steps": None}}
    expected = due({"original": "100.00", **OFFICIAL}, date.fromisoformat(body["due_date"]), today())
    assert expected.desconto >= 10_00
    assert charge["due"]["today"]["total"]["amount"] == expected.final
    await counter.bank.pay(charge["br_code"])
    await counter.carry(times=2)
    charge = await counter.read(ana, charge["id"])
    assert charge["status"] == "paid"
    assert charge["payments"][0]["amount"]["amount"] == charge["refundable"]["amount"] == expected.final
    (row,) = (await ana.get("/v1/payin/charges", kind="due")).json()
    assert row["due_date"] == body["due_date"]


async def test_late_it_costs_fine_and_interest_and_after_its_last_day_it_is_late(
    ana: Person, counter: Counter, sql: Sql
) -> None:
    late, over = await charged(ana, counter), await charged(ana, counter, days=20, valid_days=1)
    for charge, back in ((late, 20), (over, 40)):
        sql(
            "update charge set due_date = due_date - %s, expires_at = expires_at - make_interval(days => %s) where id = %s",
            back,
            back,
            charge["id"],
        )
        sql(
            "update sandbox.charge set document = jsonb_set(document, '{calendario,dataDeVencimento}',"
            " to_jsonb(((document #>> '{calendario,dataDeVencimento}')::date - %s)::text)) where txid = %s",
            back,
            charge["txid"],
        )
    expected = due({"original": "100.00", **OFFICIAL}, today() - timedelta(days=10), today())
    assert (expected.multa, expected.desconto) == (2_00, 0)
    assert expected.juros > 0
    await counter.bank.pay(late["br_code"])
    await counter.carry()
    late = await counter.read(ana, late["id"])
    assert (late["status"], late["payments"][0]["amount"]["amount"]) == ("paid", expected.final)
    await counter.bank.pay(over["br_code"], force=True)
    await counter.carry()
    assert (await counter.read(ana, over["id"]))["payments"][0]["review_reason"] == "late"


async def test_an_amount_that_is_not_that_of_the_day_goes_to_review(ana: Person, counter: Counter) -> None:
    charge = await charged(ana, counter)
    await counter.bank.pay(charge["br_code"], amount="100.00")
    await counter.carry()
    charge = await counter.read(ana, charge["id"])
    assert (charge["status"], charge["payments"][0]["review_reason"]) == ("under_review", "amount_differs")


async def test_a_revision_stands_once_the_provider_has_agreed(ana: Person, counter: Counter) -> None:
    charge = await charged(ana, counter)
    path = f"/v1/payin/charges/{charge['id']}/revise"
    later = (today() + timedelta(days=30)).isoformat()
    change = {"amount": {"amount": 12_000}, "due_date": later, "terms": {"reduction": {"mode": 1, "value": 0}}}
    for _ in range(2):
        assert (await ana.post(path, change, key="once")).status_code == 200
    assert (await ana.post(path, change)).json()["message"] == "revision_in_flight"
    waiting = await counter.read(ana, charge["id"])
    assert (waiting["amount"]["amount"], waiting["due"]["revising"]) == (10_000, True)
    await counter.work()
    charge = await counter.read(ana, charge["id"])
    assert (charge["amount"]["amount"], charge["due_date"]) == (12_000, later)
    assert (charge["due"]["revision"], charge["due"]["revising"], charge["due"]["terms"]["reduction"]) == (
        1,
        False,
        None,
    )
    patch = next(message for message in charge["messages"] if message["method"] == "PATCH")
    assert patch["request"] == {
        "valor": {"original": "120.00", "abatimento": {"modalidade": 1, "valorPerc": "0.00"}},
        "calendario": {"dataDeVencimento": later, "validadeAposVencimento": 30},
    }
    assert (await ana.post(path, change)).json()["message"] == "nothing_changes"
    await counter.bank.pay(charge["br_code"])
    await counter.carry()
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"
    assert (await ana.post(path, {"valid_days": 1})).json()["message"] == "charge_not_pending"


async def test_a_revision_that_is_refused_leaves_the_charge_and_says_why(ana: Person, counter: Counter) -> None:
    charge = await charged(ana, counter)
    await counter.bank.fault(effect="status", status=403, route="PATCH /cobv", times=1)
    await ana.post(f"/v1/payin/charges/{charge['id']}/revise", {"valid_days": 60})
    await counter.work()
    charge = await counter.read(ana, charge["id"])
    assert (charge["due"]["valid_days"], charge["due"]["revising"]) == (30, False)
    assert "403" in charge["due"]["revision_error"]


async def test_a_payment_of_the_revised_amount_is_right_before_we_hear_that_the_provider_agreed(
    ana: Person, counter: Counter, sql: Sql
) -> None:
    charge = await charged(ana, counter, terms=None)
    sql(
        "update charge set revising = jsonb_build_object('amount', 500, 'due_date', due_date, 'valid_days', 30, 'terms',"
        " '{}'::jsonb, 'description', null) where id = %s",
        charge["id"],
    )
    await counter.bank.pay(charge["br_code"], amount="5.00")
    await counter.carry()
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"


async def test_it_is_withdrawn_like_any_other(ana: Person, counter: Counter) -> None:
    charge = await charged(ana, counter)
    for _ in range(2):
        assert (await ana.post(f"/v1/payin/charges/{charge['id']}/cancel", key=None)).status_code == 200
    await counter.work()
    assert (await counter.read(ana, charge["id"]))["status"] == "cancelled"


async def test_what_cannot_be_asked_for_is_named(ana: Person, counter: Counter, subtests: pytest.Subtests) -> None:
    cases: list[tuple[Any, Any]] = [
        ({"days": -1}, {"due_date": ["out_of_range"]}),
        ({"terms": {"reduction": {"mode": 1, "value": 10_000}}}, {"terms.reduction": ["term_too_much"]}),
        (
            {"days": -1, "terms": {"fine": {"mode": 1, "value": 1}, "reduction": {"mode": 1, "value": 10_000}}},
            {"due_date": ["out_of_range"], "terms.reduction": ["term_too_much"]},
        ),
        ({"terms": {"discount": {"mode": 1, "value": 1}}}, {"terms.discount": ["field_invalid"]}),
        (
            {"terms": {"discount": {"mode": 2, "steps": [{"until": "2099-01-01", "value": 1}]}}},
            {"terms.discount": ["after_due_date"]},
        ),
        ({"payer": {"name": "Maria", "document": "52998224726"}}, {"payer.document": ["document_invalid"]}),
        ({"terms": {"interest": {"mode": 9, "value": 1}}}, {"terms.interest.mode": ["field_invalid"]}),
        ({"valid_days": 10_001}, {"valid_days": ["field_invalid"]}),
    ]
    for more, message in cases:
        with subtests.test(more=more, message=message):
            refused = await ana.post("/v1/payin/due-charges", asked(**more))
            assert (refused.status_code, refused.json()["message"]) == (400, message)


async def test_carla_neither_reads_nor_revises_it(ana: Person, carla: Person, counter: Counter) -> None:
    charge = await charged(ana, counter)
    assert (await carla.get(f"/v1/payin/charges/{charge['id']}")).status_code == 404
    assert (await carla.post(f"/v1/payin/charges/{charge['id']}/revise", {"valid_days": 1})).status_code == 404
    last = last_payable(date.fromisoformat(charge["due_date"]), 30)
    assert charge["due"]["last_day"] == charge["due"]["days"][-1]["day"] == last.isoformat()
