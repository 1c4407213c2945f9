"""The settings of pay-in: what a merchant may ask for and what it pays, of its own or as the house has it."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest

from conftest import Sql
from days import today
from people import Person
from retaguarda.payin.settings.charge_terms import fee_of
from support.approvals import standing_policy
from support.charges import Counter

PATH = "/v1/payin/settings"
HOUSE, AURORA, OUTRA = 1, 2, 3


def brl(amount: int) -> dict[str, int]:
    return {"amount": amount}


async def read(diego: Person, company: int = AURORA) -> dict[str, Any]:
    said = await diego.get(f"{PATH}/{company}")
    assert said.status_code == 200, said.text
    return said.json()


async def put(diego: Person, company: int = AURORA, **given: Any) -> dict[str, Any]:
    """All that the company has of its own from now on; sent twice, done once."""
    version = (await read(diego, company))["version"]
    body = {"version": version} | given
    first, again = [await diego.put(f"{PATH}/{company}", body, key=f"{company} {version}") for _ in range(2)]
    assert (first.status_code, again.json()) == (200, first.json()), first.text
    return first.json()


async def refused(person: Person, path: str, body: dict[str, Any]) -> tuple[int, Any]:
    said = await person.post(path, body)
    return said.status_code, said.json().get("message")


async def test_a_merchant_with_limits_is_held_to_them_at_every_door(
    ana: Person, diego: Person, counter: Counter
) -> None:
    await put(diego, minimum=brl(500), maximum=brl(10_000))
    day = today(9).isoformat()
    payer = {"name": "Caio Menezes", "document": "11144477735"}
    low, high = (400, {"amount": ["below_minimum"]}), (400, {"amount": ["above_limit"]})
    for path, more in (
        ("/v1/payin/charges", {}),
        ("/v1/payin/due-charges", {"due_date": day, "payer": payer}),
        ("/v1/payin/codes", {"name": "Till 1"}),
    ):
        assert await refused(ana, path, {"amount": brl(499), **more}) == low
        assert await refused(ana, path, {"amount": brl(10_001), **more}) == high
        assert (await ana.post(path, {"amount": brl(500), **more})).status_code == 201
    recurrence = {
        "contract": "A 1",
        "payer": payer,
        "periodicity": "MENSAL",
        "starts_on": day,
        "journey": "JORNADA_2",
        "automatic": False,
    }
    assert await refused(ana, "/v1/payin/recurrences", recurrence | {"amount": brl(499)}) == low
    text = f"name;document;amount;due_date\nCaio;11144477735;4,99;{day}\nLia;28001238938;5,00;{day}"
    checked = (await ana.post("/v1/payin/batches/check", {"text": text})).json()
    assert [[each["key"] for each in line["problems"]] for line in checked["lines"]] == [["below_minimum"], []]
    # What is wrong with the day is told beside what is wrong with the amount.
    both = {"amount": ["above_limit"], "due_date": ["out_of_range"]}
    past = {"amount": brl(10_001), "due_date": today(-9).isoformat()}
    assert await refused(ana, "/v1/payin/due-charges", past | {"payer": payer}) == (400, both)
    # Below the least nothing is revised either.
    due = (await ana.post("/v1/payin/due-charges", {"amount": brl(500), "due_date": day, "payer": payer})).json()
    await counter.work()
    assert await refused(ana, f"/v1/payin/charges/{due['id']}/revise", {"amount": brl(499)}) == low
    assert await refused(ana, f"/v1/payin/charges/{due['id']}/revise", past) == (400, both)


async def test_a_method_that_is_off_is_refused_at_every_door(ana: Person, diego: Person, counter: Counter) -> None:
    off = {"accepted": "no"}
    await put(diego, due=off, static=off, automatic=off)
    day = today(9).isoformat()
    payer = {"name": "Caio Menezes", "document": "11144477735"}
    text = f"name;document;amount;due_date\nCaio;11144477735;4,99;{day}"
    recurrence = {"contract": "A 1", "payer": payer, "periodicity": "MENSAL", "starts_on": day, "journey": "JORNADA_2"}
    for path, body in (
        ("/v1/payin/due-charges", {"amount": brl(500), "due_date": day, "payer": payer}),
        ("/v1/payin/codes", {"name": "Till 1"}),
        ("/v1/payin/batches/check", {"text": text}),
        ("/v1/payin/batches", {"text": text, "description": "Nov"}),
        ("/v1/payin/recurrences", recurrence | {"amount": brl(500), "automatic": True}),
    ):
        assert await refused(ana, path, body) == (409, "method_off"), path
    assert (await ana.post("/v1/payin/charges", {"amount": brl(500)})).status_code == 201
    last = await diego.put(f"{PATH}/2", {"version": 1, "immediate": off, "due": off, "static": off, "automatic": off})
    assert (last.status_code, last.json()["message"]) == (400, "no_method")


async def test_the_fee_is_that_of_the_method_and_the_books_show_it(
    ana: Person, diego: Person, counter: Counter
) -> None:
    await put(diego, percentage="2.00", static={"percentage": "1.50", "fixed": brl(30)})
    charge = await counter.paid(ana, 37_01)
    assert (charge["fee"]["amount"], charge["net"]["amount"]) == (74, 36_27)
    code = (await ana.post("/v1/payin/codes", {"name": "Till 1"})).json()
    code = (await ana.get(f"/v1/payin/codes/{code['id']}")).json()
    for amount in ("10.00", "0.20"):
        await counter.bank.pay(code["br_code"], amount=amount)
        await counter.carry(times=2)
    rows = (await ana.get("/v1/payin/charges", kind="static")).json()
    # The fixed part is never more than what came in.
    assert sorted((row["amount"]["amount"], row["fee"]["amount"]) for row in rows) == [(20, 20), (10_00, 45)]
    assert await counter.balances(ana) == {"available": 36_27 + 9_55, "on_hold": 0, "in_review": 0}
    # What comes in after a change costs what holds then; what came in stays as it is.
    await put(diego)
    later = await counter.paid(ana, 37_00)
    assert later["fee"]["amount"] == 37
    assert (await counter.read(ana, charge["id"]))["fee"]["amount"] == 74


async def test_what_a_merchant_has_not_of_its_own_is_the_houses(
    ana: Person, carla: Person, diego: Person, counter: Counter
) -> None:
    await put(diego, HOUSE, maximum=brl(50_00), expires_in=3_600, percentage="0.50", due={"fixed": brl(99)})
    await put(diego, OUTRA, maximum=brl(90_00))
    said = await read(diego, AURORA)
    assert (said["maximum"]["amount"], said["expires_in"], said["percentage"], said["own"]) == (
        5_000,
        3_600,
        "0.50",
        [],
    )
    fees = {each["method"]: (each["percentage"], each["fixed"]["amount"]) for each in said["methods"]}
    assert fees == dict.fromkeys(("immediate", "static", "automatic"), ("0.50", 0)) | {"due": ("0.00", 99)}
    assert (await read(diego, OUTRA))["own"] == ["maximum"]
    assert (await ana.post("/v1/payin/charges", {"amount": brl(50_01)})).status_code == 400
    carla.account = "3"
    assert (await carla.post("/v1/payin/charges", {"amount": brl(50_01)})).status_code == 201
    made = (await ana.post("/v1/payin/charges", {"amount": brl(1)})).json()
    lives = datetime.fromisoformat(made["expires_at"]) - datetime.fromisoformat(made["created_at"])
    assert lives == timedelta(hours=1)
    rows = {row["company_id"]: row for row in (await diego.get(PATH, order_by="company_id", sort="asc")).json()}
    assert (rows[AURORA]["own"], rows[OUTRA]["own"], rows[OUTRA]["maximum"]["amount"]) == (False, True, 9_000)


async def test_two_who_edit_at_once_do_not_undo_each_other(diego: Person, counter: Counter) -> None:
    seen = (await read(diego))["version"]
    answers = await asyncio.gather(
        diego.put(f"{PATH}/2", {"version": seen, "minimum": brl(100)}),
        diego.put(f"{PATH}/2", {"version": seen, "expires_in": 600}),
    )
    assert sorted(said.status_code for said in answers) == [200, 409]
    (lost,) = (said.json()["message"] for said in answers if said.status_code == 409)
    assert lost == "changed_meanwhile"
    (change,) = (await read(diego))["history"]
    assert change["by"] == "diego@retaguarda.example"
    assert [each["field"] for each in change["changes"]] in (["minimum"], ["expires_in"])
    planned = (await diego.put(f"{PATH}/2/plan", {"version": seen + 1, "maximum": brl(700)})).json()
    assert {each["field"] for each in planned["changes"]} >= {"maximum"}
    assert (await read(diego))["maximum"] is None


async def test_settings_are_staffs_and_make_sense(ana: Person, carla: Person, diego: Person, counter: Counter) -> None:
    for person in (ana, carla):
        assert (await person.get(PATH)).status_code == 403
        assert (await person.get(f"{PATH}/2")).status_code == 403
        assert (await person.put(f"{PATH}/2", {"version": 0})).status_code == 403
    assert (await diego.get(f"{PATH}/99")).status_code == 404
    for given, message in (
        ({"minimum": brl(2), "maximum": brl(1)}, {"minimum": ["limits_crossed"]}),
        ({"percentage": "100.01"}, {"percentage": ["out_of_range"]}),
        ({"due": {"percentage": "101"}}, {"due.percentage": ["out_of_range"]}),
    ):
        said = await diego.put(f"{PATH}/2", {"version": 0} | given)
        assert (said.status_code, said.json()["message"]) == (400, message)
    assert (await diego.put(f"{PATH}/2", {"version": 0, "expires_in": 59})).status_code == 400
    assert (await read(diego))["history"] == []


def test_a_fee_is_rounded_half_up_and_never_more_than_the_payment() -> None:
    assert [fee_of(amount, 99, 30) for amount in (50, 51, 10_000, 31, 1)] == [30, 31, 129, 30, 1]


@pytest.mark.parametrize("command", ["companies:fee:set", "companies:limit:set"])
async def test_a_policy_about_a_fee_or_a_limit_holds_on_this_page_too(
    diego: Person, counter: Counter, sql: Sql, command: str
) -> None:
    standing_policy(sql, command)
    before = await read(diego)
    said = await diego.put(f"{PATH}/2", {"version": before["version"], "percentage": "0.00", "maximum": brl(999_999)})
    assert said.status_code == 202, said.text
    assert await read(diego) == before
