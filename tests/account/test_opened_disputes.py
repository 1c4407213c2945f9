"""A Pix that was sent is asked back: reported, answered by the receiver's bank, and once only back on the balance."""

from typing import Any
from uuid import uuid4

import pytest

from conftest import Sql
from people import Person
from retaguarda.foundation.jobs import TryAgain
from support.charges import Counter, offenders
from support.withdrawals import TRANSFERS, elsewhere, read, settle, usable, withdraw

PATH = "/v1/account/disputes"
FRAUD = {"reason": "fraud", "details": "Quem recebeu se passou por fornecedor"}


@pytest.fixture
async def sent(ana: Person, bruno: Person, counter: Counter, sql: Sql) -> str:
    """R$ 50,00 that left."""
    account = await usable(bruno, sql, elsewhere())
    await counter.paid(ana, 20_000)
    transfer = (await withdraw(bruno, account)).json()["id"]
    await settle(counter, transfer)
    assert (await read(bruno, transfer))["status"] == "done"
    return transfer


async def opened(bruno: Person, counter: Counter, transfer: str, **more: Any) -> dict[str, Any]:
    """Asked for twice with one intent, made once, and told to DICT."""
    key = str(uuid4())
    first, again = [await bruno.post(f"{TRANSFERS}/{transfer}/disputes", FRAUD | more, key=key) for _ in range(2)]
    assert (first.status_code, again.content) == (201, first.content), first.text
    await counter.work()
    return await claim(bruno, first.json()["id"])


async def claim(person: Person, number: str) -> dict[str, Any]:
    said = await person.get(f"{PATH}/{number}")
    assert said.status_code == 200, said.text
    return said.json()


async def answered(counter: Counter, number: str, **more: Any) -> None:
    """The receiver's bank says something, and DICT is asked twice."""
    said = await counter.bank.client.post(f"/sandbox/med/{number}/answer", json=more)
    assert said.status_code == 200, said.text
    for _ in range(2):
        await counter.run_job("claims.poll")
    await counter.work()


async def test_a_fraud_is_reported_agreed_to_and_comes_back_in_part_and_once(
    ana: Person, bruno: Person, carla: Person, counter: Counter, sent: str
) -> None:
    before = (await counter.balances(ana))["available"]
    asked = await opened(bruno, counter, sent)
    assert (asked["status"], asked["amount"]["amount"], bool(asked["due_at"])) == ("reported", 5_000, True)
    assert (await bruno.post(f"{TRANSFERS}/{sent}/disputes", FRAUD)).json()["message"] == "claim_open"
    await answered(counter, asked["report_id"], agreed=True, details="Procede")
    asked = await claim(bruno, asked["id"])
    assert (asked["status"], asked["answer"]) == ("asked", "Procede")
    await answered(counter, asked["request_id"], agreed=True, valor="30.00")
    asked = await claim(bruno, asked["id"])
    assert (asked["status"], asked["returned"]["amount"], asked["rtr_id"][0]) == ("partly_returned", 3_000, "D")
    assert (await counter.balances(ana))["available"] == before + 3_000
    assert [entry["kind"] for entry in (await read(bruno, sent))["entries"]].count("account.claim_returned") == 2
    assert [each["kind"] for each in asked["timeline"]] == [
        "account:claim:open", "account:claim:reported", "account:claim:asked", "account:claim:partly_returned",
    ]  # fmt: skip
    # What is left can be asked for again, and no more than that.
    more = await bruno.post(f"{TRANSFERS}/{sent}/disputes", FRAUD | {"amount": {"amount": 2_001}})
    assert more.json()["message"] == {"amount": ["claim_exceeds_sent"]}
    for said in (
        await carla.get(f"{PATH}/{asked['id']}"),
        await carla.post(f"{TRANSFERS}/{sent}/disputes", FRAUD),
        await carla.post(f"{PATH}/{asked['id']}/cancel", {}),
    ):
        assert said.status_code in (403, 404)
    assert offenders(counter.url) == {}


async def test_what_was_paid_by_a_file_is_not_asked_back_through_dict(bruno: Person, sql: Any, sent: str) -> None:
    sql("update payout set end_to_end_id = null where id = %s", sent)
    for _ in range(2):
        said = await bruno.post(f"{TRANSFERS}/{sent}/disputes", FRAUD)
        assert (said.status_code, said.json()["message"]) == (409, "claim_no_pix")
    assert sql("select count(*) from med_claim") == [(0,)]


async def test_what_is_refused_or_taken_back_brings_nothing(
    ana: Person, bruno: Person, counter: Counter, sent: str
) -> None:
    before = (await counter.balances(ana))["available"]
    asked = await opened(bruno, counter, sent)
    await answered(counter, asked["report_id"], agreed=False, details="O recebedor provou a venda")
    asked = await claim(bruno, asked["id"])
    assert (asked["status"], asked["answer"]) == ("refused", "O recebedor provou a venda")
    flaw = await opened(bruno, counter, sent, reason="operational_flaw", amount={"amount": 1_000})
    assert (flaw["status"], flaw["report_id"]) == ("asked", None)
    for _ in range(2):
        assert (await bruno.post(f"{PATH}/{flaw['id']}/cancel", {})).status_code == 200
    await counter.work()
    assert (await claim(bruno, flaw["id"]))["status"] == "cancelled"
    assert (await bruno.post(f"{PATH}/{flaw['id']}/cancel", {})).json()["message"] == "claim_over"
    assert (await counter.balances(ana))["available"] == before
    assert {row["status"] for row in (await bruno.get(PATH)).json()} == {"refused", "cancelled"}
    assert offenders(counter.url) == {}


async def test_a_dict_whose_answer_is_lost_is_told_once(bruno: Person, counter: Counter, sent: str) -> None:
    await counter.bank.fault(
        effect="status", status=503, route="POST /dict/api/v1/infraction-reports", after_work=True, times=1
    )
    made = await bruno.post(f"{TRANSFERS}/{sent}/disputes", FRAUD)
    with pytest.raises(TryAgain):
        await counter.run_job("claims.follow", 2, made.json()["id"])
    await counter.run_job("claims.follow", 2, made.json()["id"])
    asked = await claim(bruno, made.json()["id"])
    reports = (await counter.bank.client.get("/sandbox/med")).json()["reports"]
    assert (asked["status"], [each["id"] for each in reports]) == ("reported", [asked["report_id"]])
    # What DICT holds for a claim that is over is not taken for the next one's: a Pix is reported once.
    await answered(counter, asked["report_id"], agreed=False)
    await counter.bank.fault(effect="status", status=503, route="POST /dict/api/v1/infraction-reports", times=1)
    again = await bruno.post(f"{TRANSFERS}/{sent}/disputes", FRAUD)
    with pytest.raises(TryAgain):
        await counter.run_job("claims.follow", 2, again.json()["id"])
    await counter.run_job("claims.poll")
    asked = await claim(bruno, again.json()["id"])
    assert (asked["status"], asked["report_id"]) == ("refused", None)
