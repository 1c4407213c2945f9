"""The administration of pay-in: every figure is that of the rows, whatever happened in between."""

import random
from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4

import psycopg

from days import today
from people import Person
from support.charges import Counter, offenders

PATH = "/v1/payin/administration"
FEE = 37  # 0.99 % of 37.00, half up


async def read(person: Person, first: date | None = None, last: date | None = None) -> dict[str, Any]:
    said = await person.get(PATH, **{"from": str(first or today() - timedelta(days=1)), "to": str(last or today())})
    assert said.status_code == 200, said.text
    return said.json()


def plain(figures: dict[str, Any]) -> dict[str, Any]:
    return {name: value["amount"] if isinstance(value, dict) else value for name, value in figures.items()}


async def test_the_figures_of_a_period_by_day_hour_method_processor_and_merchant(
    ana: Person, carla: Person, diego: Person, counter: Counter
) -> None:
    charge = await counter.paid(ana, 37_00)
    await counter.charge(ana, 500)
    made_code = (await ana.post("/v1/payin/codes", {"name": "Till 1"})).json()
    code = (await ana.get(f"/v1/payin/codes/{made_code['id']}")).json()
    await counter.bank.pay(code["br_code"], amount="63.00")
    await counter.carry(times=2)
    refund = {"amount": {"amount": 10_00}}
    for _ in range(2):
        await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", refund, key="once")
    await counter.work()
    await counter.run_job("payin.reconcile")
    await counter.work()
    said = await read(ana)
    assert plain(said["now"]) == {
        "charges": 3,
        "charged": 37_00 + 500 + 63_00,
        "converted": 2,
        "payments": 2,
        "received": 100_00,
        "fees": FEE + 62,
        "refunds": 1,
        "refunded": 10_00,
        "conversion": "66.7",
        "average_ticket": 50_00,
        "refund_rate": "10.0",
    }
    assert plain(said["before"])["conversion"] is None
    for part in ("days", "hours", "methods", "processors"):
        assert sum(each["figures"]["received"]["amount"] for each in said[part]) == 100_00
    assert [(each["key"], each["figures"]["charges"]) for each in said["methods"]] == [("static", 1), ("immediate", 2)]
    assert [each["key"] for each in said["processors"]] == [charge["processor"]]
    assert (len(said["days"]), len(said["days_before"]), len(said["hours"])) == (2, 2, 24)
    assert datetime.fromisoformat(said["as_of"]).tzinfo is not None
    assert said["merchants"] is None
    # Carla's merchant moved nothing, and hers is all that she sees.
    assert plain((await read(carla))["now"])["charges"] == 0
    diego.account = "all"
    app = await read(diego)
    assert app["now"] == said["now"]
    assert [(each["company_id"], each["received"]["amount"]) for each in app["merchants"]] == [(2, 100_00)]
    diego.account = "3"
    assert plain((await read(diego))["now"])["charges"] == 0


async def test_a_late_refund_counts_on_the_day_of_the_refund(ana: Person, counter: Counter) -> None:
    await counter.paid(ana, 90_00)
    charge = await counter.paid(ana, 37_00)
    with psycopg.connect(counter.url) as connection:
        connection.execute(
            "update charge set created_at = created_at - interval '20 days' where id = %s", [charge["id"]]
        )
        connection.execute(
            "update pix_payment set paid_at = paid_at - interval '20 days' where charge_id = %s", [charge["id"]]
        )
        # As the reader of days would have it.
        connection.execute(
            "insert into payin_day select company_id, day - 20, measure, 1, 3700, currency from payin_day where measure = 'charge_paid';"
            " update payin_day set count = 1, amount = 9000 where measure = 'charge_paid' and count = 2"
        )
    recount(counter.url)
    await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 37_00}})
    await counter.work()
    await counter.run_job("payin.reconcile")
    await counter.work()
    now = plain((await read(ana))["now"])
    assert (now["received"], now["refunds"], now["refunded"]) == (90_00, 1, 37_00)
    then = plain((await read(ana, today() - timedelta(days=21), today() - timedelta(days=19)))["now"])
    assert (then["received"], then["refunds"], then["converted"]) == (37_00, 0, 1)


async def test_after_two_hundred_moves_every_hour_is_that_of_the_rows(ana: Person, counter: Counter) -> None:
    dice = random.Random(11)
    made_code = (await ana.post("/v1/payin/codes", {"name": "Till 1"})).json()
    code = (await ana.get(f"/v1/payin/codes/{made_code['id']}")).json()
    known = dict[str, tuple[str, str]]()
    for number in range(200):
        if number % 40 == 0:
            await counter.run_job("payin.reconcile")
            await counter.work()
            known = states(counter.url)
        charge, (status, br_code) = dice.choice(list(known.items())) if known else ("", ("", ""))
        match dice.choice(("charge", "pay", "pay", "static", "refund", "refund", "cancel")):
            case "pay" if status == "pending":
                # What is paid or withdrawn meanwhile, the bank refuses.
                await counter.bank.client.post("/sandbox/pay", json={"code": br_code})
            case "static":
                await counter.bank.pay(code["br_code"], amount=f"{dice.randint(1, 99)}.00")
            case "refund" if status in ("paid", "partially_refunded"):
                await ana.post(f"/v1/payin/charges/{charge}/refunds", {"amount": {"amount": dice.randint(1, 500)}})
            case "cancel" if status == "pending":
                await ana.post(f"/v1/payin/charges/{charge}/cancel")
            case _:
                await ana.post("/v1/payin/charges", {"amount": {"amount": dice.randint(1, 9_999)}})
        if number % 40 == 20:
            # With events that nobody has read yet: they are in the rows already, and are not counted again.
            recount(counter.url)
    await counter.run_job("payin.reconcile")
    await counter.work()
    now = plain((await read(ana))["now"])
    assert now["charges"] > 60
    assert min(now["payments"], now["refunds"], now["fees"]) > 10
    assert offenders(counter.url) == {}


async def test_what_was_not_committed_when_everything_was_counted_anew_is_counted_once(
    ana: Person, counter: Counter
) -> None:
    charge = (await ana.post("/v1/payin/charges", {"amount": {"amount": 500}})).json()
    with psycopg.connect(counter.url) as late:
        # It takes its number before the recount, and ends after it.
        late.execute(
            "insert into charge select (jsonb_populate_record(c, jsonb_build_object('id', %(id)s::text, 'txid', %(txid)s::text))).*"
            " from charge c where id = %(from)s",
            {"id": str(uuid4()), "txid": uuid4().hex, "from": charge["id"]},
        )
        late.execute(
            "insert into event (company_id, name, subject_id, actor, data) select e.company_id, e.name, c.id::text, e.actor, e.data"
            " from event e, charge c where e.subject_id = %s and c.id::text <> e.subject_id and e.name = 'payin:charge:create'",
            [charge["id"]],
        )
        recount(counter.url)
        assert plain((await read(ana))["now"])["charges"] == 1
    for _ in range(2):
        await counter.work()
        assert plain((await read(ana))["now"])["charges"] == 2


async def test_a_period_is_bounded_and_made_of_days(ana: Person, counter: Counter) -> None:
    for given, field, key in (
        ({"from": "2026-01-01"}, "to", "not_allowed"),
        ({"from": "2026-02-30", "to": "2026-03-01"}, "from", "not_allowed"),
        ({"from": "2026-03-02", "to": "2026-03-01"}, "to", "out_of_range"),
        ({"from": "2020-01-01", "to": "2026-03-01"}, "to", "out_of_range"),
    ):
        refused = await ana.get(PATH, **given)
        assert (refused.status_code, refused.json()["message"]) == (400, {field: [key]})
    days = {"from": "2026-01-01", "to": "2026-01-02"}
    assert (await counter.stranger.get(PATH, params=days)).status_code == 401


def states(url: str) -> dict[str, tuple[str, str]]:
    """State and code of each charge."""
    with psycopg.connect(url) as connection:
        rows = connection.execute("select id::text, status, br_code from charge order by created_at, id")
        return {charge: (status, br_code) for charge, status, br_code in rows}


def recount(url: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute("select payin_hour_rebuild()")
