"""The charges of cycles: made by themselves, withdrawn, refused, tried again, and paid in ways nobody asked for."""

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from conftest import Sql
from days import today
from people import Person
from recurrences.conftest import Desk
from retaguarda.foundation.jobs import TryAgain
from retaguarda.providers.pix.cycles import cycle_of, start_of
from retaguarda.providers.pix.recurrence_codes import CODES, Periodicity
from support.approvals import standing_policy

LOCALES = Path(__file__).parents[2] / "web" / "public" / "locales"


async def test_each_cycle_gets_its_charge_by_itself_and_one_only(
    desk: Desk, ana: Person, on_day: Callable[[date], None]
) -> None:
    recurrence = await desk.agreed(ana, starts_on=(today() + timedelta(days=12)).isoformat(), periodicity="SEMANAL")
    await desk.counter.run_job("pix.make_due")
    assert (await desk.read(ana, recurrence["id"]))["charges"] == []
    on_day(today() + timedelta(days=2))
    for _ in range(3):
        await desk.counter.run_job("pix.make_due")
    await desk.counter.work()
    await desk.told()
    recurrence = await desk.read(ana, recurrence["id"])
    (charge,) = recurrence["charges"]
    assert (charge["status"], charge["due_on"], charge["by_hand"]) == ("active", recurrence["starts_on"], False)
    assert recurrence["next_due"] == (date.fromisoformat(recurrence["starts_on"]) + timedelta(days=7)).isoformat()
    # Nothing ran here for some weeks: what is past is not charged after all.
    on_day(date.fromisoformat(recurrence["starts_on"]) + timedelta(days=15))
    await desk.counter.run_job("pix.make_due")
    recurrence = await desk.read(ana, recurrence["id"])
    kinds = [moment["kind"] for moment in recurrence["timeline"]]
    assert kinds.count("pix:cycle:missed") == 2
    assert len(recurrence["charges"]) == 2


async def test_an_attempt_that_failed_is_tried_again_as_the_payer_agreed(
    desk: Desk, ana: Person, on_day: Callable[[date], None]
) -> None:
    charge = await desk.charged(ana, await desk.agreed(ana))
    path, soon = f"/v1/pix/charges/{charge['id']}/retry", (today() + timedelta(days=6)).isoformat()
    assert (await ana.post(path, {"day": soon})).json()["message"] == "attempt_open"
    await desk.payer(f"cobr/{charge['txid']}/refuse", codigo="AM02")
    await desk.told()
    charge = await desk.read_charge(ana, charge["id"])
    assert (charge["status"], charge["retries_left"], charge["tries_made"][0]["code"]) == ("active", 3, "AM02")
    late = (date.fromisoformat(charge["last_retry_day"]) + timedelta(days=1)).isoformat()
    for day in (today().isoformat(), late):
        assert (await ana.post(path, {"day": day})).json()["message"] == {"day": ["out_of_range"]}
    assert (await ana.post(path, {"day": soon}, key="once")).status_code == 200
    assert (await ana.post(path, {"day": soon}, key="once")).status_code == 200
    await desk.counter.work()
    await desk.told()
    charge = await desk.read_charge(ana, charge["id"])
    assert [each["kind"] for each in charge["tries_made"]] == ["AGND", "NTAG"]
    assert (charge["next_attempt"], charge["retries_left"]) == (soon, 2)
    await desk.payer(f"cobr/{charge['txid']}/refuse", codigo="AC05")
    await desk.told()
    charge = await desk.read_charge(ana, charge["id"])
    assert (charge["status"], charge["end_code"], charge["retries_left"]) == ("rejected", "AC05", 0)
    assert (await ana.post(path, {"day": soon})).json()["message"] == "charge_not_open"


async def test_a_charge_is_withdrawn_before_its_first_attempt_and_not_after(
    desk: Desk, ana: Person, carla: Person, on_day: Callable[[date], None]
) -> None:
    recurrence = await desk.agreed(ana)
    charge = await desk.charged(ana, recurrence)
    path = f"/v1/pix/charges/{charge['id']}/cancel"
    assert (await carla.post(path)).status_code in (403, 404)
    on_day(date.fromisoformat(recurrence["starts_on"]) + timedelta(days=4))
    assert (await ana.post(path)).json()["message"] == "first_attempt_begun"
    on_day(date.fromisoformat(recurrence["starts_on"]) - timedelta(days=3))
    plan = (await ana.post(f"{path}/plan")).json()
    assert (plan["command"], plan["balances"]) == ("pix:charge:cancel", [])
    for _ in range(2):
        assert (await ana.post(path)).status_code == 200
    await desk.counter.work()
    await desk.told()
    charge = await desk.read_charge(ana, charge["id"])
    assert (charge["status"], charge["ended_by"]) == ("cancelled", "USUARIO_RECEBEDOR")
    # The cycle is free again.
    assert (await desk.charged(ana, recurrence))["status"] == "active"


async def test_a_payment_of_a_cancelled_charge_waits_for_a_decision(desk: Desk, ana: Person, sql: Sql) -> None:
    """The bank settled in the moment of the cancelling: the money is there, and so is the question."""
    charge = await desk.charged(ana, await desk.agreed(ana))
    sql("update recurring_charge set status = 'cancelled', next_attempt = null where id = %s", charge["id"])
    await desk.payer(f"cobr/{charge['txid']}/settle")
    await desk.told()
    (review,) = (await ana.get("/v1/payin/reviews")).json()
    assert (review["txid"], review["review_reason"]) == (charge["txid"], "late")
    assert (await desk.read_charge(ana, charge["id"]))["status"] == "cancelled"


async def test_what_no_notice_told_is_asked_for(desk: Desk, ana: Person, sql: Sql) -> None:
    charge = await desk.charged(ana, await desk.agreed(ana))
    await desk.counter.bank.fault(effect="webhook", delivery="never")
    await desk.payer(f"cobr/{charge['txid']}/settle")
    sql("update recurring_charge set asked_at = now() - interval '2 hours'")
    await desk.counter.run_job("pix.ask_again")
    await desk.counter.work()
    assert (await desk.read_charge(ana, charge["id"]))["status"] == "paid"


async def test_notices_that_are_none_change_nothing(desk: Desk, ana: Person) -> None:
    charge = await desk.charged(ana, await desk.agreed(ana))
    await desk.payer(f"cobr/{charge['txid']}/refuse", codigo="NIEC")
    path, notice = await desk.counter.bank.next_notice()
    forged = msgspec.json.decode(msgspec.json.encode(notice))
    forged["cobsr"][0]["status"] = "CONCLUIDA"
    assert (await desk.counter.stranger.post(path, json=forged)).status_code == 200
    unknown = {"cobsr": [notice["cobsr"][0] | {"txid": "z" * 32}]}
    assert (await desk.counter.stranger.post(path, json=unknown)).status_code == 200
    elsewhere = path.replace(path.split("/")[4], "0" * 64)
    assert (await desk.counter.stranger.post(elsewhere, json=notice)).status_code == 404
    for body in ({"cobsr": [{"txid": "../../rec"}]}, {"recs": []}, {"cobsr": "?"}):
        assert (await desk.counter.stranger.post(path, json=body)).status_code == 400
    await desk.counter.work()
    read = await desk.read_charge(ana, charge["id"])
    assert (read["status"], read["paid"]["amount"]) == ("active", 0)


async def test_lists_a_calendar_and_many_at_once(desk: Desk, ana: Person, carla: Person) -> None:
    recurrence = await desk.agreed(ana, agreement="Master")
    charge = await desk.charged(ana, recurrence)
    await desk.payer(f"cobr/{charge['txid']}/settle")
    await desk.told()
    listed = await ana.get("/v1/pix/charges", agreement="Master", status="paid", payer_document="52998224725")
    (row,) = listed.json()
    assert (row["id"], row["payer_document"], row["tries"]) == (charge["id"], "***.982.247-**", 1)
    assert (await ana.get("/v1/pix/charges", search=recurrence["id_rec"])).headers["X-Total"] == "1"
    for path in ("/v1/pix/charges/facets", "/v1/payin/recurrences/facets"):
        assert (await ana.get(path)).status_code == 200
    month = recurrence["starts_on"][:7]
    (day,) = (await ana.get("/v1/pix/calendar", month=month)).json()
    assert (day["expected"]["amount"], day["received"]["amount"], day["refused_count"]) == (3500, 3500, 0)
    assert (await carla.get("/v1/pix/calendar", month=month)).json() == []
    assert (await ana.get("/v1/pix/calendar", month="2026-13")).json()["message"] == {"month": ["field_invalid"]}
    body = {"command": "pix:recurrence:cancel", "ids": [recurrence["id"]], "input": {}}
    assert (await ana.post("/v1/bulk", body)).status_code in (200, 201, 202)
    await desk.counter.work()
    await desk.counter.work()
    assert (await desk.read(ana, recurrence["id"]))["status"] == "cancelled"


async def test_the_database_itself_allows_one_charge_for_a_cycle(desk: Desk, ana: Person, sql: Sql) -> None:
    charge = await desk.charged(ana, await desk.agreed(ana))
    twin = "insert into recurring_charge (company_id, id, recurrence_id, connection_id, txid, status, cycle, due_on, amount, currency, adjusts) select company_id, gen_random_uuid(), recurrence_id, connection_id, repeat('y', 30), %s, cycle, due_on, amount, currency, true from recurring_charge where id = %s"
    with pytest.raises(psycopg.errors.UniqueViolation):
        sql(twin, "active", charge["id"])
    sql(twin, "cancelled", charge["id"])
    # No event told of it.
    sql("select payin_hour_rebuild()")


@pytest.mark.parametrize(
    ("periodicity", "first", "cycle", "start"),
    [
        ("SEMANAL", "2026-12-28", 1, "2027-01-04"),
        ("MENSAL", "2026-01-31", 1, "2026-02-28"),
        ("MENSAL", "2026-01-31", 2, "2026-03-31"),
        ("TRIMESTRAL", "2026-11-30", 1, "2027-02-28"),
        ("SEMESTRAL", "2026-08-31", 1, "2027-02-28"),
        ("ANUAL", "2028-02-29", 1, "2029-02-28"),
    ],
)
def test_cycles_begin_on_their_day_and_hold_every_day_until_the_next(
    periodicity: Periodicity, first: str, cycle: int, start: str
) -> None:
    begins = date.fromisoformat(first)
    assert start_of(begins, periodicity, cycle) == date.fromisoformat(start)
    for number in range(4):
        day, after = start_of(begins, periodicity, number), start_of(begins, periodicity, number + 1)
        assert {cycle_of(begins, periodicity, day), cycle_of(begins, periodicity, after - timedelta(days=1))} == {
            number
        }
    assert cycle_of(begins, periodicity, begins - timedelta(days=1)) == -1


@pytest.mark.parametrize("language", ["en", "pt"])
def test_every_code_has_a_cause_and_an_advice_in_plain_words(language: str) -> None:
    words: dict[str, Any] = msgspec.json.decode((LOCALES / language / "pix.json").read_bytes())["codes"]
    assert sorted(words["cause"]) == sorted(words["advice"]) == list(CODES)


async def test_what_a_cycle_brought_in_is_given_back_in_part_and_never_twice(
    desk: Desk, ana: Person, carla: Person, sql: Sql
) -> None:
    charge = await desk.charged(ana, await desk.agreed(ana))
    path = f"/v1/pix/charges/{charge['id']}/refunds"
    early = await ana.post(path, {"amount": {"amount": 100}})
    assert (early.status_code, early.json()["message"]) == (409, "nothing_to_refund")
    await desk.payer(f"cobr/{charge['txid']}/settle")
    await desk.told(1)
    assert (await desk.read_charge(ana, charge["id"]))["refundable"]["amount"] == 3500
    body = {"amount": {"amount": 1000}, "reason": "Mês pela metade"}
    first, again = [await ana.post(path, body, key="once") for _ in range(2)]
    assert (first.status_code, again.json()) == (201, first.json()), first.text
    await desk.counter.work()
    await desk.counter.run_job("payin.reconcile")
    charge = await desk.read_charge(ana, charge["id"])
    assert (charge["status"], charge["refundable"]["amount"]) == ("paid", 2500)
    assert [(each["status"], each["amount"]["amount"]) for each in charge["refunds"]] == [("settled", 1000)]
    assert (await desk.counter.balances(ana))["available"] == 3465 - 1000
    # The overview and pay-in's administration say the same of it.
    await desk.counter.work()
    overview = (await ana.get("/v1/overview")).json()
    period = {"from": overview["days"][0]["day"], "to": overview["days"][-1]["day"]}
    administration = (await ana.get("/v1/payin/administration", **period)).json()
    for figure, amount in (("received", 3500), ("refunded", 1000)):
        assert administration["now"][figure]["amount"] == amount
        assert sum(day[figure]["amount"] for day in overview["days"]) == amount
    most = await ana.post(path, {"amount": {"amount": 2501}})
    assert (most.status_code, most.json()["message"]) == (400, {"amount": ["refund_exceeds_received"]})
    assert (await carla.post(path, {"amount": {"amount": 1}})).status_code == 404
    # It is a refund like any other: a policy about those is about this one too, and both are one sum of the day.
    standing_policy(sql, "payin:refund:create", condition="today > 1000")
    assert (await ana.post(path, {"amount": {"amount": 1}})).status_code == 202


@pytest.mark.parametrize("effect", ["half", "other"])
async def test_a_cycle_and_its_recurrence_told_in_another_s_words_stay_as_they_were(
    desk: Desk, ana: Person, sql: Sql, effect: str
) -> None:
    bank = desk.counter.bank
    await bank.fault(effect="delay")  # as long as it has faults to make, it remembers what it said
    other = await desk.agreed(ana, contract="Plano 1", retry_policy="NAO_PERMITE")
    refused = await desk.charged(ana, other)
    mine = await desk.agreed(ana, contract="Plano 2")
    charge = await desk.charged(ana, mine)
    ((connection,),) = sql("select distinct connection_id::text from recurrence")
    await desk.payer(f"cobr/{refused['txid']}/refuse")
    await desk.told()
    await desk.payer(f"rec/{other['id_rec']}/cancel")
    await desk.told()
    assert (await desk.read(ana, other["id"]))["status"] == "cancelled"
    for job, route, number in (
        ("pix.read_charge", "GET /cobr/", charge["txid"]),
        ("pix.read_recurrence", "GET /rec/", mine["id_rec"]),
    ):
        await bank.fault(effect=effect, route=route, times=1)
        with pytest.raises(TryAgain):
            await desk.counter.run_job(job, connection, number)
    assert (await desk.read_charge(ana, charge["id"]))["status"] == "active"
    assert (await desk.read(ana, mine["id"]))["status"] == "approved"


async def test_the_merchants_side_by_side_count_cycles_as_the_figures_of_the_house_do(
    desk: Desk, ana: Person, diego: Person
) -> None:
    charge = await desk.charged(ana, await desk.agreed(ana))
    await desk.counter.charge(ana)
    await desk.payer(f"cobr/{charge['txid']}/settle")
    await desk.told()
    diego.account = "all"
    # A day more on either side: the cycle's payment may be of another day than this one.
    days = [str(today() + timedelta(days=by)) for by in (-1, 1)]
    said = (await diego.get("/v1/payin/administration", **{"from": days[0], "to": days[1]})).json()
    (merchant,) = said["merchants"]
    assert (merchant["charges"], merchant["conversion"]) == (2, "50.0")
    assert (merchant["charges"], merchant["conversion"]) == (said["now"]["charges"], said["now"]["conversion"])
