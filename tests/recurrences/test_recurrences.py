"""What payers agree to: recurrences, confirmation requests, and how they end."""

from datetime import timedelta
from typing import Any

import pytest

from days import today
from people import Person
from recurrences.conftest import Desk


async def test_a_recurrence_is_agreed_to_with_a_code_and_its_first_cycle_is_paid(
    desk: Desk, ana: Person, carla: Person
) -> None:
    recurrence = await desk.asked(ana)
    assert (recurrence["status"], recurrence["journey"]) == ("pending", "JORNADA_2")
    assert recurrence["id_rec"].startswith("RR")
    assert "/qr/v2/rec/" in recurrence["br_code"]
    picture = await ana.get(f"/v1/payin/recurrences/{recurrence['id']}/qr.svg")
    assert picture.text.startswith("<svg")

    await desk.payer(f"rec/{recurrence['id_rec']}/approve")
    await desk.told()
    recurrence = await desk.read(ana, recurrence["id"])
    assert (recurrence["status"], recurrence["payer_bank"]) == ("approved", "60701190")

    charge = await desk.charged(ana, recurrence)
    assert (charge["status"], charge["tries"], charge["cycle"]) == ("active", 1, 0)
    before = await desk.counter.balances(ana)
    await desk.payer(f"cobr/{charge['txid']}/settle")
    await desk.told(1)
    charge = await desk.read_charge(ana, charge["id"])
    assert (charge["status"], charge["paid"]["amount"], charge["fee"]["amount"]) == ("paid", 3500, 35)
    assert [each["status"] for each in charge["tries_made"]] == ["paid"]
    assert [each["credit"]["amount"] for each in charge["entries"] if each["account"] == "available"] == [3465]
    after = await desk.counter.balances(ana)
    assert after["available"] - before["available"] == 3465

    for path in (f"/v1/payin/recurrences/{recurrence['id']}", f"/v1/pix/charges/{charge['id']}"):
        assert (await carla.get(path)).status_code == 404
    assert (await carla.get("/v1/pix/charges")).json() == []
    assert (await carla.get("/v1/payin/recurrences")).json() == []


async def test_every_write_sent_twice_is_done_once(desk: Desk, ana: Person) -> None:
    body = {
        "contract": "Duas vezes",
        "payer": {"name": "Beto Ramos", "document": "52998224725"},
        "starts_on": (today() + timedelta(days=4)).isoformat(),
        "periodicity": "SEMANAL",
        "amount": {"amount": 990},
    }
    first = await ana.post("/v1/payin/recurrences", body, key="one")
    again = await ana.post("/v1/payin/recurrences", body, key="one")
    assert (first.status_code, again.status_code, again.json()["id"]) == (201, 201, first.json()["id"])
    other = await ana.post("/v1/payin/recurrences", body)
    assert (other.status_code, other.json()["message"]) == (409, "contract_taken")
    await desk.counter.work()
    recurrence = await desk.read(ana, first.json()["id"])
    await desk.payer(f"rec/{recurrence['id_rec']}/approve")
    path, notice = await desk.counter.bank.next_notice()
    for _ in range(2):
        assert (await desk.counter.stranger.post(path, json=notice)).status_code == 200
    await desk.counter.work()
    ask, path = {"due_on": recurrence["starts_on"]}, f"/v1/payin/recurrences/{recurrence['id']}/charges"
    charge = await ana.post(path, ask, key="two")
    assert (await ana.post(path, ask, key="two")).json() == charge.json()
    taken = await ana.post(path, ask)
    assert (taken.status_code, taken.json()["message"]) == (409, "cycle_taken")
    await desk.counter.work()
    await desk.told()
    await desk.payer(f"cobr/{charge.json()['txid']}/settle")
    path, notice = await desk.counter.bank.next_notice()
    for _ in range(3):
        assert (await desk.counter.stranger.post(path, json=notice)).status_code == 200
    await desk.counter.work()
    assert (await desk.read_charge(ana, charge.json()["id"]))["paid"]["amount"] == 990


async def test_an_answer_that_was_lost_leaves_one_recurrence_and_one_charge(desk: Desk, ana: Person) -> None:
    bank = desk.counter.bank
    await bank.fault(effect="status", status=500, after_work=True, route="POST /rec", times=1)
    recurrence = await desk.asked(ana)
    assert recurrence["status"] == "created"
    await bank.well_again()
    await desk.counter.run_job("pix.register_recurrence", 2, recurrence["id"])
    recurrence = await desk.read(ana, recurrence["id"])
    assert recurrence["status"] == "pending"
    await desk.payer(f"rec/{recurrence['id_rec']}/approve")
    await desk.told()
    await bank.fault(effect="status", status=503, after_work=True, route="PUT /cobr", times=1)
    made = await ana.post(f"/v1/payin/recurrences/{recurrence['id']}/charges", {"due_on": recurrence["starts_on"]})
    await desk.counter.work()
    await bank.well_again()
    await desk.counter.run_job("pix.register_charge", 2, made.json()["id"])
    assert (await desk.read_charge(ana, made.json()["id"]))["status"] == "active"


async def test_the_payers_bank_is_asked_and_the_payer_says_no(desk: Desk, ana: Person) -> None:
    recurrence = await desk.asked(ana, journey="JORNADA_1")
    assert recurrence["br_code"] is None
    path = f"/v1/payin/recurrences/{recurrence['id']}/requests"
    body = {"bank": "60701190", "branch": "2569", "account": "550689"}
    assert (await ana.post(path, body)).status_code == 201
    assert (await ana.post(path, body)).json()["message"] == "request_open"
    await desk.counter.work()
    (request,) = (await desk.read(ana, recurrence["id"]))["requests"]
    assert (request["status"], request["id_solic_rec"][:2]) == ("pending", "SC")
    assert (await ana.post(f"{path}/cancel")).status_code == 200
    await desk.counter.work()
    assert [each["status"] for each in (await desk.read(ana, recurrence["id"]))["requests"]] == ["cancelled"]
    assert (await ana.post(f"{path}/cancel")).json()["message"] == "no_request_open"

    await ana.post(path, body)
    await desk.counter.work()
    await desk.payer(f"rec/{recurrence['id_rec']}/reject", codigo="AP14")
    await desk.told()
    over = await desk.read(ana, recurrence["id"])
    assert (over["status"], over["end_code"]) == ("rejected", "AP14")
    assert [each["status"] for each in over["requests"]] == ["rejected", "cancelled"]
    for what in ("cancel", "start"):
        said = await ana.post(
            f"/v1/payin/recurrences/{recurrence['id']}/{what}",
            {"starts_on": today().isoformat()} if what == "start" else {},
        )
        assert said.status_code == 409, said.text


async def test_the_start_moves_until_the_payer_agreed(desk: Desk, ana: Person) -> None:
    recurrence = await desk.asked(ana)
    later = (today() + timedelta(days=9)).isoformat()
    path = f"/v1/payin/recurrences/{recurrence['id']}/start"
    assert (await ana.post(path, {"starts_on": later})).status_code == 200
    await desk.counter.work()
    moved = await desk.read(ana, recurrence["id"])
    assert (moved["starts_on"], moved["next_due"]) == (later, later)
    await desk.payer(f"rec/{recurrence['id_rec']}/approve")
    await desk.told()
    assert (await ana.post(path, {"starts_on": later})).json()["message"] == "recurrence_not_open"


async def test_a_recurrence_is_cancelled_by_either_side(desk: Desk, ana: Person) -> None:
    ours = await desk.agreed(ana)
    assert (await ana.post(f"/v1/payin/recurrences/{ours['id']}/cancel")).status_code == 200
    await desk.counter.work()
    ours = await desk.read(ana, ours["id"])
    assert (ours["status"], ours["ended_by"], ours["end_code"]) == ("cancelled", "USUARIO_RECEBEDOR", "SLCR")
    await desk.told()

    theirs = await desk.agreed(ana)
    charge = await desk.charged(ana, theirs)
    await desk.payer(f"rec/{theirs['id_rec']}/cancel", codigo="SLDB")
    await desk.told(2)
    theirs = await desk.read(ana, theirs["id"])
    assert (theirs["status"], theirs["ended_by"], theirs["end_code"]) == ("cancelled", "USUARIO_PAGADOR", "SLDB")
    charge = await desk.read_charge(ana, charge["id"])
    assert (charge["status"], charge["end_code"]) == ("cancelled", "SLBD")


async def test_what_cannot_be_agreed_to_is_refused_at_its_field(ana: Person, subtests: pytest.Subtests) -> None:
    body = {
        "contract": "Plano 42",
        "payer": {"name": "Beto Ramos", "document": "52998224725"},
        "starts_on": (today() + timedelta(days=3)).isoformat(),
        "periodicity": "MENSAL",
        "amount": {"amount": 3500},
    }
    cases: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"minimum": {"amount": 100}}, {"minimum": ["not_allowed"]}),
        ({"amount": None}, {"amount": ["field_required"]}),
        ({"starts_on": "2020-01-01"}, {"starts_on": ["in_the_past"]}),
        ({"starts_on": "2099-01-01"}, {"starts_on": ["too_far"]}),
        ({"ends_on": "2020-01-01"}, {"ends_on": ["before_start"]}),
        (
            {"starts_on": "2020-01-01", "ends_on": "2019-01-01", "amount": {"amount": 1}, "minimum": {"amount": 1}},
            {"starts_on": ["in_the_past"], "ends_on": ["before_start"], "minimum": ["not_allowed"]},
        ),
        ({"journey": "JORNADA_3"}, {"charge": ["field_required"]}),
        ({"charge": "0192f0c0-0000-7000-8000-000000000000"}, {"charge": ["not_allowed"]}),
        ({"payer": {"name": "Beto", "document": "11111111111"}}, {"payer.document": ["document_invalid"]}),
        ({"contract": "   "}, {"contract": ["field_required"]}),
        ({"contract": "x" * 36}, {"contract": ["field_invalid"]}),
        ({"periodicity": "DIARIA"}, {"periodicity": ["field_invalid"]}),
    ]
    for wrong, message in cases:
        with subtests.test(wrong=wrong, message=message):
            said = await ana.post(
                "/v1/payin/recurrences", {name: value for name, value in (body | wrong).items() if value is not None}
            )
            assert (said.status_code, said.json()["message"]) == (400, message)


async def test_a_charge_is_paid_together_with_the_agreement(desk: Desk, ana: Person) -> None:
    """JORNADA_3: the code of the charge offers the recurrence too."""
    charge = await desk.counter.charge(ana, 3500)
    recurrence = await desk.asked(ana, journey="JORNADA_3", charge=charge["id"])
    assert "/qr/v2/rec/" in recurrence["br_code"]
    assert charge["location"] in recurrence["br_code"]
    await desk.payer(f"rec/{recurrence['id_rec']}/approve")
    await desk.told()
    assert (await desk.read(ana, recurrence["id"]))["journey"] == "JORNADA_3"


async def test_a_recurrence_that_nobody_agreed_to_is_offered_with_another_code(
    desk: Desk, ana: Person, carla: Person
) -> None:
    recurrence = await desk.asked(ana)
    path = f"/v1/payin/recurrences/{recurrence['id']}/code"
    await desk.counter.bank.fault(effect="status", status=503, route="PATCH /rec", times=1)
    for _ in range(2):
        assert (await ana.post(path, key=None)).status_code == 200
    # The first of the two meets the provider on a bad day.
    await desk.counter.work()
    renewed = await desk.read(ana, recurrence["id"])
    assert (renewed["status"], renewed["code_wanted"]) == ("pending", False)
    assert renewed["br_code"] not in (None, recurrence["br_code"])
    await desk.payer(f"rec/{recurrence['id_rec']}/approve")
    await desk.told()
    late = await ana.post(path, key=None)
    assert (late.status_code, late.json()["message"]) == (409, "recurrence_not_open")
    without = await desk.asked(ana, journey="JORNADA_1", contract="Sem código")
    refused = await ana.post(f"/v1/payin/recurrences/{without['id']}/code", key=None)
    assert refused.json()["message"] == "recurrence_without_code"
    assert (await carla.post(path, key=None)).status_code == 404
