"""Cases of the MED: a payer's bank asks a Pix back; it is set aside at once, answered, decided, and goes back once."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from conftest import Sql
from people import Person
from retaguarda.payin.disputes.jobs import DisputeJobs
from retaguarda.settings import SANDBOX_KEY
from support.approvals import Desk, standing_policy
from support.charges import Counter

PATH = "/v1/payin/disputes"
NOTE = {"decision": "agreed", "note": "The payer's report is convincing"}


async def report(counter: Counter, end_to_end_id: str, **more: Any) -> str:
    """The payer's bank reports a Pix; the report's id."""
    said = await counter.bank.client.post("/sandbox/med/reports", json={"endToEndId": end_to_end_id, **more})
    assert said.status_code == 201, said.text
    return said.json()["id"]


async def hear(counter: Counter) -> None:
    """DICT is asked, and what follows is done."""
    await counter.run_job("med.poll")
    await counter.work()


async def settle(counter: Counter) -> None:
    """What was agreed to is told, asked for, carried out and told again."""
    await counter.work()
    await hear(counter)
    await counter.run_job("payin.reconcile")
    await counter.work()


async def contested(counter: Counter, ana: Person, amount: int = 10_000, **more: Any) -> dict[str, Any]:
    """A charge that was paid and reported, as ana reads its case."""
    charge = await counter.paid(ana, amount)
    await report(counter, charge["end_to_end_id"], **more)
    await hear(counter)
    return await only(ana)


async def only(person: Person) -> dict[str, Any]:
    rows = (await person.get(PATH)).json()
    assert len(rows) == 1, rows
    return await read(person, rows[0]["id"])


async def read(person: Person, case: str) -> dict[str, Any]:
    said = await person.get(f"{PATH}/{case}")
    assert said.status_code == 200, said.text
    return said.json()


async def dict_says(counter: Counter) -> tuple[list[Any], list[Any]]:
    said = (await counter.bank.client.get("/sandbox/med")).json()
    reports = [(each["status"], each["result"]) for each in said["reports"]]
    return reports, [(each["status"], each["result"], each["rejection"]) for each in said["refunds"]]


def later(counter: Counter, **span: float) -> DisputeJobs:
    """The jobs with a clock that is ahead."""
    at = datetime.now(UTC) + timedelta(**span)
    return replace(DisputeJobs(counter.app.database, counter.app.dict), now=lambda: at)


@pytest.fixture
async def case(counter: Counter, ana: Person) -> dict[str, Any]:
    """R$ 100,00 of R$ 198,01 are contested."""
    await counter.paid(ana, 10_000)
    charge = await counter.paid(ana, 10_000)
    await report(counter, charge["end_to_end_id"], details="Golpe do falso vendedor")
    for _ in range(2):
        await hear(counter)
    return await only(ana)


async def test_a_report_sets_the_money_aside_once_and_tells_the_merchant(
    ana: Person, carla: Person, counter: Counter, case: dict[str, Any]
) -> None:
    assert (case["status"], case["reason"], case["details"]) == ("to_answer", "fraud", "Golpe do falso vendedor")
    assert (case["asked"]["amount"], case["blocked"]["amount"], case["missing"]["amount"]) == (10_000, 10_000, 0)
    assert datetime.fromisoformat(case["due_at"]) - datetime.fromisoformat(case["opened_at"]) == timedelta(days=5)
    assert await counter.balances(ana) == {"available": 9_802, "on_hold": 10_000, "in_review": 0}
    assert await dict_says(counter) == ([("ACKNOWLEDGED", None)], [])
    told = (await ana.get("/v1/notifications")).json()["notifications"]
    assert [each["redirect"] for each in told if "back (MED)" in each["message"]] == [
        f"/dashboard/payin/med/{case['id']}"
    ]
    charge = (await ana.get(f"/v1/payin/charges/{case['charge_id']}")).json()
    assert [each["id"] for each in charge["med"]] == [case["id"]]
    # The stranger neither sees it nor does anything with it.
    assert (await carla.get(PATH)).json() == []
    assert (await carla.get(f"{PATH}/{case['id']}")).status_code == 404
    for action, body in (("answer", {"defence": "mine"}), ("accept", {}), ("decide", NOTE)):
        assert (await carla.post(f"{PATH}/{case['id']}/{action}", body)).status_code in (403, 404)
    assert (await carla.post(f"{PATH}/{case['id']}/files?name=a.pdf", {})).status_code == 404


async def test_the_merchant_accepts_and_the_payer_gets_it_back_once(
    ana: Person, counter: Counter, case: dict[str, Any]
) -> None:
    path, key = f"{PATH}/{case['id']}/accept", str(uuid4())
    first, second = await ana.post(path, key=key), await ana.post(path, key=key)
    assert first.status_code == second.status_code == 200
    assert first.json() == second.json()
    assert first.json()["status"] == "agreed"
    for _ in range(3):
        await settle(counter)
    done = await read(ana, case["id"])
    assert (done["status"], done["returned"]["amount"], done["blocked"]["amount"]) == ("returned", 10_000, 0)
    assert [refund["status"] for refund in done["refunds"]] == ["settled"]
    assert {entry["account"] for entry in done["entries"]} == {"available", "pix_clearing"}
    assert await dict_says(counter) == ([("CLOSED", "AGREED")], [("CLOSED", "TOTALLY_ACCEPTED", None)])
    assert await counter.balances(ana) == {"available": 9_802, "on_hold": 0, "in_review": 0}
    charge = await counter.read(ana, case["charge_id"])
    assert (charge["status"], charge["refunded"]["amount"]) == ("refunded", 10_000)
    sent = [m for m in charge["messages"] if m["method"] == "PUT" and "devolucao" in m["url"]]
    assert {each["request"]["natureza"] for each in sent} == {"MED_FRAUDE"}
    again = await ana.post(path)
    assert (again.status_code, again.json()["message"]) == (409, "med_case_decided")


async def test_a_defence_with_its_files_is_weighed_by_staff_and_the_money_stays(
    ana: Person, diego: Person, eva: Person, counter: Counter, case: dict[str, Any]
) -> None:
    path = f"{PATH}/{case['id']}"
    too_long = await ana.post(f"{path}/answer", {"defence": "x" * 2_001})
    assert (too_long.status_code, too_long.json()["message"]) == (400, {"defence": ["field_invalid"]})
    blank = await ana.post(f"{path}/answer", {"defence": "  "})
    assert blank.json()["message"] == {"defence": ["field_required"]}
    key = str(uuid4())
    for _ in range(2):
        said = await ana.post(f"{path}/answer", {"defence": "Entregue e assinado 📦"}, key=key)
        assert (said.status_code, said.json()["status"]) == (200, "in_analysis")
    send = {"content": b"%PDF-1.7 proof", "params": {"name": "entrega.pdf"}, "headers": ana._headers()}
    kept = [await ana.client.post(f"{path}/files", **send) for _ in range(2)]
    assert [each.status_code for each in kept] == [201, 200]
    assert (await ana.post(f"{path}/decide", NOTE)).status_code == 403
    diego.account = eva.account = "all"
    body = {"decision": "disagreed", "note": "Comprovante de entrega assinado"}
    plan = (await diego.post(f"{path}/decide/plan", body)).json()
    assert [(b["account"], b["held_before"]["amount"], b["held_after"]["amount"]) for b in plan["balances"]] == [
        ("available", 10_000, 0)
    ]
    # Two decide at once: one of them does.
    said = await asyncio.gather(diego.post(f"{path}/decide", body), eva.post(f"{path}/decide", NOTE))
    assert sorted(each.status_code for each in said) == [200, 409]
    won = next(each.json() for each in said if each.status_code == 200)
    await settle(counter)
    seen = await read(ana, case["id"])
    assert (seen["status"], seen["decided_by"]) == (won["status"] if won["status"] == "disagreed" else "returned", "")
    assert [file["name"] for file in seen["files"]] == ["entrega.pdf"]
    assert (await ana.client.post(f"{path}/files", **send)).json()["message"] == "med_case_decided"
    taken = await ana.client.get(f"{path}/files/{seen['files'][0]['id']}", headers=ana._headers())
    assert taken.content == b"%PDF-1.7 proof"
    if won["status"] == "disagreed":
        assert await counter.balances(ana) == {"available": 19_802, "on_hold": 0, "in_review": 0}
        assert await dict_says(counter) == ([("CLOSED", "DISAGREED")], [])


async def test_silence_counts_as_a_yes_and_a_late_analysis_is_told_once(
    ana: Person, diego: Person, counter: Counter, case: dict[str, Any]
) -> None:
    await later(counter, days=4, hours=23).sweep()
    assert (await read(ana, case["id"]))["status"] == "to_answer"
    for _ in range(2):
        await later(counter, days=5).sweep()
    silent = await read(ana, case["id"])
    assert (silent["status"], silent["answered_by"], silent["agreed"]["amount"]) == ("agreed", "", 10_000)
    await settle(counter)
    assert (await read(ana, case["id"]))["status"] == "returned"
    # The bank's notice of the refund, which the next payment's comes after.
    await counter.carry()

    other = await counter.paid(ana, 5_000)
    await report(counter, other["end_to_end_id"])
    await hear(counter)
    second = next(row for row in (await ana.get(PATH, status="to_answer")).json())
    await ana.post(f"{PATH}/{second['id']}/answer", {"defence": "Entregue"})
    for _ in range(2):
        await later(counter, days=7, minutes=1).sweep()
    await counter.work()
    told = (await diego.get("/v1/notifications")).json()["notifications"]
    assert [each["redirect"] for each in told if "DICT waits" in each["message"]] == [
        f"/dashboard/payin/med/{second['id']}"
    ]


async def test_what_the_account_does_not_have_is_taken_from_what_comes_in_until_the_ninetieth_day(
    ana: Person, counter: Counter
) -> None:
    # The fee is gone: R$ 99,01 are there of R$ 100,00.
    case = await contested(counter, ana)
    assert (case["blocked"]["amount"], case["missing"]["amount"]) == (9_901, 99)
    await ana.post(f"{PATH}/{case['id']}/accept")
    await settle(counter)
    part = await read(ana, case["id"])
    assert (part["status"], part["returned"]["amount"], part["missing"]["amount"]) == ("recovering", 9_901, 99)
    assert await dict_says(counter) == ([("CLOSED", "AGREED")], [("CLOSED", "PARTIALLY_ACCEPTED", None)])
    await later(counter, days=1).sweep()
    assert (await read(ana, case["id"]))["returned"]["amount"] == 9_901
    await counter.paid(ana, 50)
    for _ in range(2):
        await counter.run_job("med.sweep")
        await settle(counter)
    assert (await read(ana, case["id"]))["missing"]["amount"] == 49
    await later(counter, days=91).sweep()
    over = await read(ana, case["id"])
    assert (over["status"], over["returned"]["amount"]) == ("partly_returned", 9_951)
    assert await counter.balances(ana) == {"available": 0, "on_hold": 0, "in_review": 0}


async def test_an_account_that_is_empty_and_blocked_gives_nothing_and_says_so(
    ana: Person, counter: Counter, sql: Sql
) -> None:
    case = await contested(counter, ana)
    sql(
        "update ledger_account set blocked_out = true, block_reason = 'court' where company_id = 2 and code = 'available'"
    )
    # What was set aside before the block still goes back.
    await ana.post(f"{PATH}/{case['id']}/accept")
    await settle(counter)
    assert (await read(ana, case["id"]))["returned"]["amount"] == 9_901


async def test_a_case_that_the_payer_s_bank_takes_away_frees_the_money(ana: Person, counter: Counter) -> None:
    charge = await counter.paid(ana, 10_000)
    number = await report(counter, charge["end_to_end_id"])
    await hear(counter)
    assert (await counter.balances(ana))["on_hold"] == 9_901
    await counter.bank.client.post(f"/sandbox/med/{number}/cancel", json={})
    for _ in range(2):
        await hear(counter)
    case = await only(ana)
    assert (case["status"], case["blocked"]["amount"]) == ("cancelled", 0)
    assert await counter.balances(ana) == {"available": 9_901, "on_hold": 0, "in_review": 0}
    # And the payer's bank may report it once more.
    await report(counter, charge["end_to_end_id"])
    await hear(counter)
    assert sorted(row["status"] for row in (await ana.get(PATH)).json()) == ["cancelled", "to_answer"]


async def test_a_refund_and_a_report_at_once_never_give_back_more_than_came_in(ana: Person, counter: Counter) -> None:
    await counter.paid(ana, 90_000)
    charge = await counter.paid(ana, 10_000)
    await report(counter, charge["end_to_end_id"])
    refund = f"/v1/payin/charges/{charge['id']}/refunds"
    said, _ = await asyncio.gather(ana.post(refund, {"amount": {"amount": 6_000}}), counter.run_job("med.poll"))
    case = await only(ana)
    if said.status_code == 201:
        assert case["amount"]["amount"] == 4_000
    else:
        assert (said.status_code, said.json()["message"]) == (409, "med_case_open")
    late = await ana.post(refund, {"amount": {"amount": 1_000}})
    assert (late.status_code, late.json()["message"]) == (409, "med_case_open")
    assert (await counter.read(ana, charge["id"]))["refundable"]["amount"] == 0
    await ana.post(f"{PATH}/{case['id']}/accept")
    for _ in range(2):
        await settle(counter)
    assert (await counter.read(ana, charge["id"]))["refunded"]["amount"] == 10_000


async def test_a_flaw_is_asked_for_without_a_report_and_part_of_it_goes_back(
    ana: Person, diego: Person, counter: Counter
) -> None:
    await counter.paid(ana, 90_000)
    charge = await counter.paid(ana, 10_000)
    asked = {"endToEndId": charge["end_to_end_id"], "valor": "80.00", "details": "Débito em duplicidade"}
    assert (await counter.bank.client.post("/sandbox/med/refunds", json=asked)).status_code == 201
    for _ in range(2):
        await hear(counter)
    case = await only(ana)
    assert (case["reason"], case["amount"]["amount"], case["blocked"]["amount"]) == ("operational_flaw", 8_000, 8_000)
    diego.account = "2"
    path = f"{PATH}/{case['id']}/decide"
    beyond = await diego.post(path, NOTE | {"amount": {"amount": 8_001}})
    assert (beyond.status_code, beyond.json()["message"]) == (400, {"amount": ["exceeds_asked"]})
    assert (await diego.post(path, NOTE | {"amount": {"amount": 5_000}})).status_code == 200
    assert (await counter.balances(ana))["on_hold"] == 5_000
    await settle(counter)
    done = await read(ana, case["id"])
    assert (done["status"], done["returned"]["amount"], done["missing"]["amount"]) == ("returned", 5_000, 0)
    assert await dict_says(counter) == ([], [("CLOSED", "PARTIALLY_ACCEPTED", None)])


async def test_a_refund_nobody_asks_for_expires_and_one_that_fails_is_made_later(ana: Person, counter: Counter) -> None:
    case = await contested(counter, ana, asks=False)
    await ana.post(f"{PATH}/{case['id']}/accept")
    await counter.work()
    await later(counter, hours=73).sweep()
    assert (await read(ana, case["id"]))["status"] == "expired"
    assert (await counter.balances(ana))["on_hold"] == 0

    await counter.paid(ana, 500)
    charge = await counter.paid(ana, 5_000)
    await report(counter, charge["end_to_end_id"])
    await hear(counter)
    second = (await ana.get(PATH, status="to_answer")).json()[0]
    await counter.bank.fault(effect="refund", outcome="NAO_REALIZADO", times=1)
    await ana.post(f"{PATH}/{second['id']}/accept")
    await settle(counter)
    held = await read(ana, second["id"])
    assert (held["status"], held["blocked"]["amount"], held["refunds"][0]["status"]) == ("agreed", 5_000, "failed")


async def test_dict_that_is_away_is_told_later(ana: Person, counter: Counter, case: dict[str, Any]) -> None:
    await counter.bank.fault(effect="status", status=503, route="POST /dict")
    await ana.post(f"{PATH}/{case['id']}/accept")
    await counter.work()
    assert (await dict_says(counter))[0] == [("ACKNOWLEDGED", None)]
    await counter.bank.well_again()
    await counter.run_job("med.tell", 2, case["id"])
    await settle(counter)
    assert (await read(ana, case["id"]))["status"] == "returned"


async def test_money_that_is_nobody_s_yet_goes_back_in_part_and_then_whole(diego: Person, counter: Counter) -> None:
    end_to_end_id = await counter.bank.pay(SANDBOX_KEY, amount="1250.00")
    await counter.run_job("payin.reconcile")
    await counter.work()
    diego.account = "all"
    deposit = (await diego.get("/v1/account/deposits")).json()[0]
    await report(counter, end_to_end_id)
    await hear(counter)
    case = await only(diego)
    assert (case["company_id"], case["blocked"]["amount"]) == (1, 125_000)
    identify = (f"/v1/account/deposits/{deposit['id']}/identify", {"merchant": 2, "reason": "Comprovante"})
    assert (await diego.post(*identify)).json()["message"] == "med_case_open"
    assert (await diego.post(f"{PATH}/{case['id']}/decide", NOTE | {"amount": {"amount": 50_000}})).status_code == 200
    await settle(counter)
    assert (await read(diego, case["id"]))["status"] == "returned"
    assert (await diego.post(*identify)).json()["message"] == "partly_given_back"
    rest = await diego.post(f"/v1/account/deposits/{deposit['id']}/return", {"reason": "O resto"})
    assert rest.status_code == 200, rest.text
    await counter.work()
    await counter.run_job("payin.reconcile")
    back = (await diego.get(f"/v1/account/deposits/{deposit['id']}")).json()
    assert (back["status"], [each["amount"]["amount"] for each in back["returns"]]) == ("returned", [50_000, 75_000])


async def test_a_payment_under_review_is_not_accepted_while_it_is_asked_back(
    ana: Person, diego: Person, counter: Counter
) -> None:
    charge = await counter.charge(ana, 3_000)
    end_to_end_id = await counter.bank.pay(charge["br_code"], amount="40.00")
    await counter.carry()
    await report(counter, end_to_end_id)
    await hear(counter)
    case = await only(ana)
    accept = f"/v1/payin/reviews/{end_to_end_id}/accept"
    assert (await ana.post(accept)).json()["message"] == "med_case_open"
    diego.account = "2"
    await diego.post(f"{PATH}/{case['id']}/decide", NOTE | {"amount": {"amount": 1_000}})
    await settle(counter)
    assert (await read(ana, case["id"]))["status"] == "returned"
    assert (await ana.post(accept)).json()["message"] == "partly_given_back"
    assert (await ana.post(f"/v1/payin/reviews/{end_to_end_id}/refund")).status_code == 201
    await counter.work()
    await counter.run_job("payin.reconcile")
    assert await counter.balances(ana) == {"available": 0, "on_hold": 0, "in_review": 0}
    assert (await counter.read(ana, charge["id"]))["status"] == "refunded"


@pytest.mark.parametrize(("person", "action", "body"), [("ana", "accept", {}), ("diego", "decide", NOTE)])
async def test_what_will_go_back_is_weighed_by_a_policy_although_it_lies_aside_already(
    ana: Person,
    diego: Person,
    eva: Person,
    counter: Counter,
    sql: Sql,
    case: dict[str, Any],
    person: str,
    action: str,
    body: dict[str, Any],
) -> None:
    standing_policy(sql, f"payin:med:{action}", condition="amount > 9999 && amount < 10001 && today == amount")
    said = await {"ana": ana, "diego": diego}[person].post(f"{PATH}/{case['id']}/{action}", body)
    assert said.status_code == 202, said.text
    request = said.json()["request"]["id"]
    assert (await eva.get(f"/v1/approvals/{request}")).json()["amount"]["amount"] == 10_000
    assert (await read(ana, case["id"]))["status"] == "to_answer"
    assert (await Desk(sql).approve(eva, request)).json()["status"] == "executed"
    assert (await read(ana, case["id"]))["status"] == "agreed"
