"""A demo through the API: it is seen, and its charges are paid, cancelled and refunded like any other."""

from typing import Any

import psycopg
from psycopg.rows import dict_row

from demo.orders import END, TOTAL
from people import Person
from retaguarda.app import App
from retaguarda.foundation.events import consume
from retaguarda.foundation.ids import uuid7
from retaguarda.payin.consumers import ROLL_UP
from retaguarda.webhooks.event_catalogue import BY_EVENT
from retaguarda.webhooks.fanout import message
from retaguarda_demo.availability import load_availability
from retaguarda_demo.bank_side import Town, fill
from retaguarda_demo.recurrences import DUE_TODAY
from support.charges import Counter, offenders
from webhooks import contract

#: Made through the API once the house is open; tests/webhooks/test_batches_and_payees.py reads what is told of them.
LATER = {"payout_batch", "payee"}


async def newest(person: Person, status: str) -> dict[str, Any]:
    """The newest charge of this status; of those that wait to be paid the one that can be paid for longest."""
    rows = (await person.get("/v1/payin/charges", status=status, per_page="200")).json()
    assert rows, f"the demo has no charge that is {status}"
    return max(rows, key=lambda row: row["expires_at"] or "") if status == "pending" else rows[0]


async def test_lists_and_overview_show_it(ana: Person, diego: Person, peopled_url: str) -> None:
    with psycopg.connect(peopled_url) as connection:
        (own,) = connection.execute("select count(*) from charge where company_id = 2").fetchall()[0]
        (received,) = connection.execute(
            "select sum(amount) from pix_payment where company_id = 2 and status = 'settled' and charge_id is not null"
        ).fetchall()[0]
        (open_reviews,) = connection.execute(
            "select count(*) from pix_payment where status = 'under_review'"
        ).fetchall()[0]
    said = await ana.get("/v1/payin/charges", per_page=50)
    assert int(said.headers["X-Total"]) == own
    times = [row["created_at"] for row in said.json()]
    assert times == sorted(times, reverse=True)
    overview = (await ana.get("/v1/overview")).json()
    cards = {card["key"]: card for card in overview["cards"]}
    assert cards["received"]["value"]["amount"] == received
    # Those of cycles are charges too.
    assert cards["charges"]["number"] > own
    assert sum(day["count"] > 0 for day in overview["days"]) > 10
    # What was paid of what was asked for is the same number wherever it is shown.
    for person, account in ((ana, ""), (diego, "2"), (diego, "all")):
        person.account = account
        shown = (await person.get("/v1/overview")).json()
        figures = await person.get("/v1/payin/administration", **{"from": shown["from"], "to": shown["to"]})
        counted = {card["key"]: card["percent"] or card["number"] for card in shown["cards"]}
        now = figures.json()["now"]
        assert (counted["conversion"], counted["charges"]) == (now["conversion"], now["charges"])
    diego.account = "all"
    assert int((await diego.get("/v1/payin/charges")).headers["X-Total"]) == TOTAL
    assert int((await diego.get("/v1/payin/reviews")).headers["X-Total"]) == open_reviews


async def test_a_charge_tells_its_story(ana: Person, counter: Counter) -> None:
    charge = await counter.read(ana, (await newest(ana, "paid"))["id"])
    assert [moment["kind"] for moment in charge["timeline"]] == [
        "payin:charge:create",
        "payin:charge:pending",
        "payin:payment:settled",
        "payin:charge:paid",
    ]
    # The newest may be one that recipients have a share of.
    accounts = {entry["account"] for entry in charge["entries"] if entry["owner"] is None}
    assert accounts == {"available", "pix_clearing", "pix_fees"}
    assert [(message["direction"], message["method"]) for message in charge["messages"]] == [
        ("out", "PUT"),
        ("in", "POST"),
        ("out", "GET"),
    ]
    # A Pix that was given back from review never counted as paid: of that charge nothing was refunded.
    rows = (await ana.get("/v1/payin/charges", status="refunded,partially_refunded")).json()
    refunded = await counter.read(ana, next(row["id"] for row in rows if row["refunded"]["amount"]))
    assert refunded["refunded"]["amount"] == sum(
        refund["amount"]["amount"] for refund in refunded["refunds"] if refund["status"] == "settled"
    )


async def test_its_events_are_not_acted_upon_again(counter: Counter) -> None:
    def state() -> list[Any]:
        with psycopg.connect(counter.url) as connection:
            return connection.execute(
                "select (select count(*) from event), (select count(*) from procrastinate_jobs where status <> 'todo'),"
                " (select sum(count) from payin_day), (select sum(amount) from payin_day)"
            ).fetchall()

    before = state()
    await counter.work()
    await counter.run_job("payin.reconcile")
    assert state() == before


async def test_its_days_are_what_its_events_say(app: App, peopled_url: str) -> None:
    def days() -> list[Any]:
        with psycopg.connect(peopled_url) as connection:
            return connection.execute(
                "select company_id, day, measure, currency, count, amount from payin_day where (count, amount) <> (0, 0)"
                " order by 1, 2, 3, 4"
            ).fetchall()

    loaded = days()
    with psycopg.connect(peopled_url) as connection:
        connection.execute("delete from payin_day")
        connection.execute("update event_reader set xid = '0', id = 0 where name = %s", (ROLL_UP.name,))
    while await consume(app.database, ROLL_UP):
        pass
    assert days() == loaded


async def test_a_pending_charge_is_paid_by_its_code(diego: Person, counter: Counter) -> None:
    diego.account = "all"
    row = await newest(diego, "pending")
    diego.account = str(row["company_id"])
    charge = await counter.read(diego, row["id"])
    await counter.bank.pay(charge["br_code"])
    await counter.carry(times=2)
    charge = await counter.read(diego, row["id"])
    assert charge["status"] == "paid"
    assert [payment["amount"] for payment in charge["payments"]] == [row["amount"]]
    assert offenders(counter.url) == {}


async def test_a_pending_charge_is_cancelled_at_the_provider(diego: Person, counter: Counter) -> None:
    diego.account = "all"
    row = await newest(diego, "pending")
    diego.account = str(row["company_id"])
    for _ in range(2):
        assert (await diego.post(f"/v1/payin/charges/{row['id']}/cancel")).status_code == 200
    await counter.work()
    assert (await counter.read(diego, row["id"]))["status"] == "cancelled"


async def test_a_paid_charge_is_refunded_at_the_provider(ana: Person, counter: Counter) -> None:
    row = await newest(ana, "paid")
    path = f"/v1/payin/charges/{row['id']}/refunds"
    for _ in range(2):
        assert (await ana.post(path, {"amount": row["amount"]}, key="one refund")).status_code == 201
    await counter.work()
    await counter.carry()
    charge = await counter.read(ana, row["id"])
    assert (charge["status"], [refund["status"] for refund in charge["refunds"]]) == ("refunded", ["settled"])
    assert offenders(counter.url) == {}


async def test_its_recurrences_are_known_at_the_bank_and_their_cycles_paid_there(ana: Person, counter: Counter) -> None:
    rows = (await ana.get("/v1/pix/charges", status="active", per_page=50)).json()
    scheduled = next(row for row in rows if row["next_attempt"])
    retried = next(row for row in rows if not row["next_attempt"])
    with psycopg.connect(counter.url) as database:
        ((connection,),) = database.execute("select distinct connection_id::text from recurring_charge").fetchall()
    for txid, what in ((scheduled["txid"], "settle"), (retried["txid"], "refuse")):
        await counter.bank.client.post(f"/sandbox/cobr/{txid}/{what}", json={})
        await counter.run_job("pix.read_charge", connection, txid)
    await counter.work()
    paid = (await ana.get(f"/v1/pix/charges/{scheduled['id']}")).json()
    assert (paid["status"], paid["paid"], paid["last_error"]) == ("paid", paid["amount"], None)
    offered = (await ana.get("/v1/payin/recurrences", status="pending")).json()
    for row in offered:
        await counter.run_job("pix.read_recurrence", connection, row["id_rec"])
        read = (await ana.get(f"/v1/payin/recurrences/{row['id']}")).json()
        assert (read["status"], read["last_error"]) == ("pending", None)
        assert (read["br_code"] is not None) == (read["journey"] == "JORNADA_2")


async def test_merchants_are_told_of_any_of_its_things_as_the_contract_says(peopled_url: str) -> None:
    kinds = {heard.thing.object: heard for heard in BY_EVENT.values()}
    with psycopg.connect(peopled_url) as connection, connection.cursor(row_factory=dict_row) as cursor:
        load_availability(connection)
        for name, heard in kinds.items():
            if name in LATER:
                continue
            table = {"withdrawal": "payout", "incident": "announced_incident"}.get(name, name)
            company = "1 as company_id" if name == "incident" else "company_id"
            rows = cursor.execute(f"select {company}, id from {table}".encode()).fetchall()
            asked = {"companies": [row["company_id"] for row in rows], "ids": [row["id"] for row in rows]}
            things = [row["object"] for row in cursor.execute(heard.thing.read.encode(), asked).fetchall()]
            assert len(things) == len(rows) > 0, name
            # The newest of each state.
            for thing in {thing["status"]: thing for thing in things}.values():
                contract.check(message(uuid7(), heard.type, END, 2, {"object": name, **thing}))


async def test_its_merchant_has_batches_locations_and_paid_cycles_in_several_states(
    ana: Person, counter: Counter
) -> None:
    await fill(Town(counter.app, counter.bank.client, counter.url))
    batches = (await ana.get("/v1/payin/batches")).json()
    assert {(each["status"], each["made"], each["denied"]) for each in batches} == {
        ("done", 5, 0),
        ("done", 2, 1),
        ("failed", 0, 2),
    }
    assert {each["status"] for each in (await ana.get("/v1/payin/locations")).json()} == {"free", "linked", "failed"}
    paid = (await ana.get("/v1/pix/charges", status="paid")).json()
    assert len(paid) == len(DUE_TODAY)
    assert len((await ana.get("/v1/payin/charges", kind="due", status="paid")).json()) == 2
    # The worker finds nothing left to do but the refund.
    await counter.work()
    refunds = [(await ana.get(f"/v1/pix/charges/{each['id']}")).json()["refunds"] for each in paid]
    assert sorted(len(each) for each in refunds) == [0, 0, 1]
    assert offenders(counter.url) == {}


async def test_its_payees_are_in_every_state_and_so_is_the_list_of_suspects(
    bruno: Person, diego: Person, app: App, counter: Counter, peopled_url: str
) -> None:
    await fill(Town(app, counter.bank.client, peopled_url))
    rows = (await bruno.get("/v1/payouts/payees", per_page="100")).json()
    assert {row["status"] for row in rows} == {"pending", "qualified", "divergent", "expired", "blocked"}
    assert {row["match_class"] for row in rows} == {"match", "close", "no", "impossible", "unchecked"}
    records = [(await bruno.get(f"/v1/payouts/payees/{row['id']}")).json() for row in rows]
    assert {place["state"] for record in records for place in record["places"]} >= {"new", "cooling", "trusted"}
    assert any(row["owner_changed"] for row in rows)
    imports = (await bruno.get("/v1/payouts/payee-imports")).json()
    assert {(row["status"], row["bad"]) for row in imports} == {("applied", 0), ("read", 2)}
    suspects = (await diego.get("/v1/payouts/suspects")).json()
    assert {row["status"] for row in suspects} == {"active", "removed"}
    assert [row["command"] for row in (await diego.get("/v1/approvals")).json()].count("payouts:suspect:create") == 1
    assert offenders(peopled_url) == {}
