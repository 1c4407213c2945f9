"""An order that no bank answers is ended by evidence: one person proposes what became of it, another approves."""

from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from conftest import Sql
from days import today
from people import Person, set_up
from retaguarda_sandbox.statements import BankMove
from support.approvals import Desk
from support.charges import Counter
from support.payments import PAYMENTS, pay, read
from support.statements import applied, opened, told

EVIDENCE = "/v1/payouts/evidence"
LETTER = b"%PDF-1.4\n% O banco confirma\n%%EOF\n"
AMOUNT = 4_321
LONG_MS = 600_000

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")


def the_path(payment: str) -> str:
    return f"{PAYMENTS}/{payment}/evidence"


async def asked(ana: Person, bruno: Person, counter: Counter, outcome: str = "DEVOLVIDO") -> str:
    """A payment that the bank works on and says nothing of; its amount and fee are set aside."""
    await counter.paid(ana, 20_000)
    await counter.bank.fault(effect="payout", outcome=outcome, delay_ms=LONG_MS, times=1, code="AC03")
    made = await pay(bruno, AMOUNT)
    assert made.status_code == 201, made.text
    await counter.work()
    return made.json()["id"]


def a_minute_later(sql: Sql, payment: str) -> None:
    """Its order was given some minutes ago, and nobody is asking about it."""
    sql("alter table payout_order disable trigger user")
    sql(
        "update payout_order set created_at = created_at - interval '2 minutes', asking_until = null where payout_id = %s",
        payment,
    )
    sql("alter table payout_order enable trigger user")


async def uncertain(ana: Person, bruno: Person, counter: Counter, sql: Sql, outcome: str = "DEVOLVIDO") -> str:
    payment = await asked(ana, bruno, counter, outcome)
    a_minute_later(sql, payment)
    assert (await read(bruno, payment))["status"] == "uncertain"
    return payment


async def attached(person: Person, payment: str, content: bytes = LETTER) -> httpx.Response:
    return await person.client.post(
        f"{the_path(payment)}/files", params={"name": "carta.pdf"}, content=content, headers=person._headers()
    )


async def letter(person: Person, payment: str, says: str) -> dict[str, Any]:
    """What a letter of the bank says, sent twice and kept once."""
    kept, again = await attached(person, payment), await attached(person, payment)
    assert (kept.status_code, again.status_code) == (201, 200), kept.text
    assert kept.json()["id"] == again.json()["id"]
    day = today().isoformat()
    return {"says": says, "file": kept.json()["id"], "occurred_on": day, "reason": "Carta do banco de hoje"}


async def proposed(desk: Desk, person: Person, payment: str, body: dict[str, Any]) -> dict[str, Any]:
    """What a person proposed, asked for twice under one key."""
    sent, key = body | {"digits": await desk.digits(person)}, str(uuid4())
    first, second = [await person.post(the_path(payment), sent, key=key) for _ in range(2)]
    assert (first.status_code, second.status_code) == (201, 201), first.text
    assert first.json() == second.json()
    return first.json()


async def approve(desk: Desk, person: Person, evidence: str, *, key: str = "") -> httpx.Response:
    return await person.post(f"{EVIDENCE}/{evidence}/approve", {"digits": await desk.digits(person)}, key=key)


@pytest.fixture
def desk(sql: Sql, diego: Person, eva: Person) -> Desk:
    diego.account = eva.account = "all"
    return Desk(sql)


async def test_two_people_say_by_a_letter_that_it_was_paid_and_its_money_is_captured_once(
    ana: Person, bruno: Person, diego: Person, eva: Person, counter: Counter, desk: Desk, sql: Sql
) -> None:
    payment = await uncertain(ana, bruno, counter, sql)
    before = await counter.balances(ana)
    body = await letter(diego, payment, "paid")
    plan = await diego.post(f"{the_path(payment)}/plan", body)
    assert plan.status_code == 200, plan.text
    facts = {each["field"]: each["value"] for each in plan.json()["facts"]}
    assert (facts["amount"]["amount"], facts["captured"]["amount"]) == (AMOUNT, AMOUNT + facts["fee"]["amount"])
    evidence = await proposed(desk, diego, payment, body)
    assert (evidence["status"], evidence["source"], len(evidence["sha256"])) == ("proposed", "bank_letter", 64)
    assert await counter.balances(ana) == before
    record = (await eva.get(the_path(payment))).json()
    assert (record["stop"], record["may_approve"], [each["name"] for each in record["files"]]) == (
        None,
        True,
        ["carta.pdf"],
    )
    # Who proposed it approves nothing; the second person sees what would be posted, and does it once.
    own = await approve(desk, diego, evidence["id"])
    assert (own.status_code, own.json()["message"]) == (403, "own_evidence")
    moves = (await eva.post(f"{EVIDENCE}/{evidence['id']}/approve/plan", {})).json()
    assert [(each["field"], each["before"], each["after"]) for each in moves["changes"]] == [
        ("payout", "in_bank_processing", "done"),
        ("evidence", "proposed", "approved"),
    ]
    (available,) = [each for each in moves["balances"] if each["account"] == "available"]
    assert available["held_before"]["amount"] - available["held_after"]["amount"] == facts["captured"]["amount"]
    key = str(uuid4())
    done, again = [await approve(desk, eva, evidence["id"], key=key) for _ in range(2)]
    assert (done.status_code, again.json()) == (200, done.json()), done.text
    twice = await approve(desk, eva, evidence["id"])
    assert (twice.status_code, twice.json()["message"]) == (409, "evidence_decided")
    told = await read(bruno, payment)
    assert (told["status"], [each["state"] for each in told["orders"]]) == ("done", ["done"])
    after = await counter.balances(ana)
    assert before["on_hold"] - after["on_hold"] == facts["captured"]["amount"]
    assert after["available"] == before["available"]
    # Its merchant reads that it was carried out, and nothing of the evidence.
    assert not any("evidence" in each["kind"] for each in told["timeline"])
    kinds = [each["kind"] for each in (await eva.get(the_path(payment))).json()["timeline"]]
    assert kinds == ["payouts:evidence:file_added", "payouts:evidence:propose", "payouts:evidence:approve"]


async def test_what_was_not_paid_is_refused_for_good_and_its_money_is_free(
    ana: Person, bruno: Person, diego: Person, eva: Person, counter: Counter, desk: Desk, sql: Sql
) -> None:
    payment = await uncertain(ana, bruno, counter, sql, "NAO_REALIZADO")
    before = await counter.balances(ana)
    evidence = await proposed(desk, diego, payment, await letter(diego, payment, "not_paid"))
    assert (await approve(desk, eva, evidence["id"])).status_code == 200
    told = await read(bruno, payment)
    assert (told["status"], [each["state"] for each in told["orders"]]) == ("failed", ["refused"])
    after = await counter.balances(ana)
    assert after["on_hold"] == 0
    assert after["available"] - before["available"] == before["on_hold"]
    # The bank is asked again, and says the same: no case.
    sql("update sandbox.payout set settles_at = solicitacao")
    await counter.run_job("payouts.take_back", 2, payment)
    assert (await read(bruno, payment))["cases"] == []


@pytest.mark.parametrize(
    ("says", "outcome", "kind", "suspense"),
    [
        ("not_paid", "DEVOLVIDO", "paid_after_failed", -AMOUNT),
        ("paid", "NAO_REALIZADO", "refused_after_paid", AMOUNT),
    ],
)
async def test_the_bank_says_the_opposite_later_and_a_case_opens_once(
    says: str,
    outcome: str,
    kind: str,
    suspense: int,
    ana: Person,
    bruno: Person,
    diego: Person,
    eva: Person,
    counter: Counter,
    desk: Desk,
    sql: Sql,
) -> None:
    payment = await uncertain(ana, bruno, counter, sql, outcome)
    evidence = await proposed(desk, diego, payment, await letter(diego, payment, says))
    assert (await approve(desk, eva, evidence["id"])).status_code == 200
    state = (await read(bruno, payment))["status"]
    sql("update sandbox.payout set settles_at = solicitacao")
    for _ in range(2):
        await counter.run_job("payouts.take_back", 2, payment)
    told = await read(bruno, payment)
    assert (told["status"], [(each["kind"], each["amount"]["amount"]) for each in told["cases"]]) == (
        state,
        [(kind, AMOUNT)],
    )
    waits = sql(
        "select sum(e.amount)::bigint from ledger_account a join ledger_entry e on e.account_id = a.id"
        " where a.company_id = 1 and a.code = 'payout_suspense'"
    )[0][0]
    assert waits == suspense
