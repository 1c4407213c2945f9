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
from support.remittances import FileDesk
from support.statements import applied, opened, told
from support.withdrawals import TRANSFERS, usable, withdraw

EVIDENCE = "/v1/payouts/evidence"
LETTER = b"%PDF-1.4\n% O banco confirma\n%%EOF\n"
AMOUNT = 4_321
LONG_MS = 600_000

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")


def the_path(payment: str) -> str:
    return f"{PAYMENTS}/{payment}/evidence"


async def asked(ana: Person, bruno: Person, counter: Counter, outcome: str = "DEVOLVIDO", **more: Any) -> str:
    """A payment that the bank works on and says nothing of; its amount and fee are set aside."""
    await counter.paid(ana, 20_000)
    await counter.bank.fault(effect="payout", outcome=outcome, delay_ms=LONG_MS, times=1, code="AC03")
    made = await pay(bruno, AMOUNT, **more)
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


async def waits(person: Person, payment: str, count: int) -> None:
    """So many payments wait for a second person, as the administration's tile and the list behind it say."""
    tiles = {each["key"]: each for each in (await person.get("/v1/payouts/administration")).json()["tiles"]}
    tile = tiles["evidence_proposed"]
    listed = await person.get(PAYMENTS, **tile["filter"])
    assert listed.status_code == 200, listed.text
    assert (tile["count"], [each["id"] for each in listed.json()]) == (count, [payment] * count)
    assert tile["amount"]["amount"] == sum(each["amount"]["amount"] for each in listed.json())


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
    await waits(diego, payment, 1)
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
    await waits(diego, payment, 0)
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


def e2e(sql: Sql, payment: str) -> str:
    return sql("select end_to_end_id from payout_order where payout_id = %s", payment)[0][0]


async def stated(diego: Person, eva: Person, counter: Counter, *moves: tuple[int, str]) -> None:
    """The statement of today of the account that Pix leaves: these movements."""
    diego.account = eva.account = ""
    await opened(diego, eva, opened_on=today(-5).isoformat())
    lines = [BankMove(amount, today(), text, str(700_000 + n)) for n, (amount, text) in enumerate(moves)]
    file = await applied(diego, counter.work, told(*lines, first=today(), last=today()), "xml")
    assert file["status"] == "applied", file
    diego.account = eva.account = "all"


def by_line(sql: Sql, says: str, text: str) -> dict[str, Any]:
    ((line,),) = sql(
        "select id::text from bank_line where position(%s in concat_ws(' ', reference, description)) > 0", text
    )
    return {"says": says, "line": line, "reason": "Está no extrato de hoje"}


async def test_a_line_of_our_statement_that_fits_proves_it_and_no_other_does(
    ana: Person, bruno: Person, diego: Person, eva: Person, counter: Counter, desk: Desk, sql: Sql
) -> None:
    payment = await uncertain(ana, bruno, counter, sql)
    other = await asked(ana, bruno, counter, duplicate_reason="É outra nota do mesmo valor")
    a_minute_later(sql, other)
    await stated(
        diego,
        eva,
        counter,
        (-AMOUNT, f"PIX ENVIADO {e2e(sql, payment)}"),
        (-AMOUNT - 1, "PIX ENVIADO UM CENTAVO A MAIS"),
        (-AMOUNT, "PIX ENVIADO E00000000202611281200OUTRACOISA1"),
        (-AMOUNT, "PIX ENVIADO SEM NOME"),
        (AMOUNT, "PIX RECEBIDO DO MESMO VALOR"),
        (AMOUNT, f"ESTORNO {e2e(sql, payment)}"),
    )
    lines = (await diego.get(the_path(payment))).json()["lines"]
    assert sorted((each["says"], each["named"], each["amount"]["amount"]) for each in lines) == [
        ("not_paid", True, AMOUNT),
        ("paid", False, -AMOUNT),
        ("paid", True, -AMOUNT),
    ]
    assert lines[-1]["named"] is False
    digits = await desk.digits(diego)
    for says, text in (
        ("paid", "UM CENTAVO A MAIS"),
        ("paid", "OUTRACOISA1"),
        ("paid", "DO MESMO VALOR"),
        ("not_paid", "DO MESMO VALOR"),
        ("paid", "ESTORNO"),
        ("not_paid", "PIX ENVIADO SEM NOME"),
    ):
        said = await diego.post(the_path(payment), by_line(sql, says, text) | {"digits": digits})
        assert (said.status_code, said.json()["message"]) == (400, {"line": ["line_does_not_fit"]}), (says, text)
    named = by_line(sql, "paid", "SEM NOME")
    first = await proposed(desk, diego, payment, named)
    assert (first["source"], first["occurred_on"]) == ("statement_line", today().isoformat())
    # While it is one order's evidence it is no other's.
    assert named["line"] not in [each["id"] for each in (await diego.get(the_path(other))).json()["lines"]]
    second = await diego.post(the_path(other), named | {"digits": await desk.digits(diego)})
    assert (second.status_code, second.json()["message"]) == (400, {"line": ["line_does_not_fit"]})
    waits = await diego.post(the_path(payment), named | {"digits": await desk.digits(diego)})
    assert (waits.status_code, waits.json()["message"]) == (409, "evidence_waits")
    refused = await eva.post(f"{EVIDENCE}/{first['id']}/refuse", {"reason": "É a linha de outro pagamento"})
    assert (refused.status_code, refused.json()["status"]) == (200, "refused")
    again = await eva.post(f"{EVIDENCE}/{first['id']}/refuse", {"reason": "É a linha de outro pagamento"})
    assert (again.status_code, again.json()["message"]) == (409, "evidence_decided")
    assert (await read(bruno, payment))["status"] == "uncertain"
    # The money came back to us: it was not paid.
    back = await proposed(desk, eva, payment, by_line(sql, "not_paid", "ESTORNO"))
    assert (await approve(desk, diego, back["id"])).status_code == 200
    assert (await read(bruno, payment))["status"] == "failed"
    done = await proposed(desk, diego, other, named)
    assert (await approve(desk, eva, done["id"])).status_code == 200
    assert (await read(bruno, other))["status"] == "done"


async def test_only_an_order_that_nobody_answers_is_ended_by_evidence(
    ana: Person, bruno: Person, diego: Person, eva: Person, counter: Counter, desk: Desk, sql: Sql
) -> None:
    payment = await asked(ana, bruno, counter)
    body = {"says": "paid", "line": str(uuid4()), "reason": "Está no extrato"}
    young = await diego.post(the_path(payment), body | {"digits": await desk.digits(diego)})
    assert (young.status_code, young.json()["message"]) == (409, "payment_not_uncertain")
    assert (await attached(diego, payment)).json()["message"] == "payment_not_uncertain"
    assert (await diego.get(the_path(payment))).json()["stop"] == "not_uncertain"
    a_minute_later(sql, payment)
    kept = await letter(diego, payment, "paid")
    for wrong, key in (
        ({"file": None}, "one_evidence"),
        ({"line": str(uuid4())}, "one_evidence"),
        ({"file": str(uuid4())}, "not_found"),
        ({"occurred_on": None}, "field_required"),
        ({"occurred_on": today(-1).isoformat()}, "day_does_not_fit"),
        ({"occurred_on": today(1).isoformat()}, "day_does_not_fit"),
    ):
        said = await diego.post(the_path(payment), kept | {"digits": await desk.digits(diego)} | wrong)
        assert (said.status_code, [*said.json()["message"].values()]) == (400, [[key]]), said.text
    # Without the second factor nothing is proposed, nor with a wrong code.
    for digits in (None, "000000"):
        said = await diego.post(the_path(payment), kept | {"digits": digits})
        assert said.status_code == 400, said.text
    evidence = await proposed(desk, diego, payment, kept)
    assert (await eva.post(f"{EVIDENCE}/{evidence['id']}/approve", {})).status_code == 400
    # Somebody is asking the bank at this moment.
    sql("update payout_order set asking_until = now() + interval '50 seconds' where payout_id = %s", payment)
    busy = await approve(desk, eva, evidence["id"])
    assert (busy.status_code, busy.json()["message"]) == (409, "order_being_asked")
    # The bank answers first: what was proposed is void, and no evidence is taken any more.
    sql("update payout_order set asking_until = null where payout_id = %s", payment)
    sql("update sandbox.payout set settles_at = solicitacao")
    await counter.run_job("payouts.send", 2, payment)
    assert (await read(bruno, payment))["status"] == "done"
    late = await approve(desk, eva, evidence["id"])
    assert (late.status_code, late.json()["message"]) == (409, "evidence_decided")
    record = (await eva.get(the_path(payment))).json()
    assert (record["stop"], record["evidence"][0]["status"], record["may_approve"]) == ("no_order", "overtaken", False)
    ended = await diego.post(the_path(payment), kept | {"digits": await desk.digits(diego)})
    assert (ended.status_code, ended.json()["message"]) == (409, "payment_not_uncertain")


async def test_merchants_neither_see_nor_do_it_whatever_they_may(
    ana: Person, bruno: Person, carla: Person, diego: Person, eva: Person, counter: Counter, desk: Desk, sql: Sql
) -> None:
    payment = await uncertain(ana, bruno, counter, sql)
    body = await letter(diego, payment, "paid")
    evidence = await proposed(desk, diego, payment, body)
    sql("update role set permissions = permissions || '{payout::exception:decide,payout::payment:read}'")
    await set_up(carla)
    # Neither the tile nor the column is theirs.
    tiles = (await bruno.get("/v1/payouts/administration")).json()["tiles"]
    assert "evidence_proposed" not in [each["key"] for each in tiles]
    assert all("evidence" not in each for each in (await bruno.get(PAYMENTS)).json())
    assert (await bruno.get(PAYMENTS, evidence="proposed")).status_code == 400
    for person in (bruno, carla):
        for said in (
            await person.get(the_path(payment)),
            await person.post(the_path(payment), body | {"digits": "123456"}),
            await person.post(f"{the_path(payment)}/plan", body),
            await attached(person, payment),
            await person.get(f"{the_path(payment)}/files/{body['file']}"),
            await person.post(f"{EVIDENCE}/{evidence['id']}/approve", {"digits": "123456"}),
            await person.post(f"{EVIDENCE}/{evidence['id']}/approve/plan", {}),
            await person.post(f"{EVIDENCE}/{evidence['id']}/refuse", {"reason": "não é assim"}),
            await person.get(f"/v1/trail/payout-evidence/{payment}"),
        ):
            assert said.status_code in (403, 404), (person.email, said.request.url, said.text)
    assert "evidence" not in str((await read(bruno, payment))["timeline"])
    letter_again = await eva.get(f"{the_path(payment)}/files/{body['file']}")
    assert letter_again.content == LETTER
    trail = (await eva.get(f"/v1/trail/payout-evidence/{payment}")).json()
    assert "payouts:evidence:propose" in str(trail)


async def test_the_database_ends_no_order_by_hand_without_what_two_people_said(
    ana: Person, bruno: Person, diego: Person, eva: Person, counter: Counter, desk: Desk, sql: Sql
) -> None:
    payment = await uncertain(ana, bruno, counter, sql)
    evidence = (await proposed(desk, diego, payment, await letter(diego, payment, "paid")))["id"]
    eva_id, diego_id = (
        sql("select id::text from person where email = %s", each)[0][0] for each in (eva.email, diego.email)
    )
    approved = (
        "update payout_evidence set status = 'approved', decided_at = now(), decided_by = 'x', decided_by_id = '{}'"
        f" where id = '{evidence}'"
    )
    end = "update payout_order set state = '{}', ended_at = now(), ask_at = null, evidence_id = '{}' where payout_id = '{}'"
    done = end.format("done", evidence, payment)
    columns = "company_id, payout_id, order_id, says, source, currency, occurred_on, file_id, sha256, reason, proposed_by, proposed_by_id"
    copy = f"insert into payout_evidence (id, amount, {columns}) select gen_random_uuid(), amount + {{}}, {columns} from payout_evidence"

    def refused(statement: str, why: str) -> None:
        with pytest.raises(psycopg.Error, match=why):
            sql(statement)

    # By the wrong person, without ending the order, with another end, in other words, or for an order that has no evidence.
    refused(f"{approved.format(diego_id)}; {done}", "whoever proposed evidence does not approve it")
    refused(approved.format(eva_id), "approved evidence ends its order")
    refused(done, "no approved evidence says")
    refused(f"{approved.format(eva_id)}; {end.format('refused', evidence, payment)}", "no approved evidence says")
    refused(f"update payout_evidence set says = 'not_paid' where id = '{evidence}'", "does not change")
    refused(f"delete from payout_evidence where id = '{evidence}'", "append-only")
    refused(copy.format(0), "payout_evidence_open")
    refused(copy.format(1), "evidence begins as a proposal")
    # What it names is another file by now.
    sql("alter table stored_file disable trigger user")
    sql("update stored_file set sha256 = sha256('another') where owner = %s", f"payout_evidence:{payment}")
    refused(f"{approved.format(eva_id)}; {done}", "does not hold any more")
    gone = await approve(desk, eva, evidence)
    assert (gone.status_code, gone.json()["message"]) == (409, "evidence_gone")
    sql("update stored_file set sha256 = sha256(content) where owner = %s", f"payout_evidence:{payment}")
    sql("alter table stored_file enable trigger user")
    assert (await approve(desk, eva, evidence)).status_code == 200
    refused(copy.format(0), "evidence begins as a proposal")
    refused(
        f"update payout_evidence set status = 'proposed', decided_at = null where id = '{evidence}'", "does not go from"
    )
    refused(end.format("done", uuid4(), payment), "only goes on to its end|no approved evidence")


async def test_an_order_of_a_file_ends_by_evidence_with_its_line_and_a_file_that_says_the_opposite_opens_a_case(
    ana: Person, bruno: Person, diego: Person, eva: Person, counter: Counter, desk: Desk, sql: Sql
) -> None:
    files = FileDesk(diego, bruno, counter, sql)
    await files.by_file()
    paid, late, denied, twice = ids = await files.pay(ana, 5_000, 6_000, 7_002, 8_000)
    for each in ids:
        a_minute_later(sql, each)
    # What is in no sealed file no bank has paid.
    assert (await diego.get(the_path(paid))).json()["stop"] == "not_sent"
    assert (await attached(diego, paid)).json()["message"] == "payment_not_uncertain"
    remittance = await files.sealed()
    for payment, says in ((paid, "paid"), (late, "not_paid"), (denied, "paid"), (twice, "paid")):
        evidence = await proposed(desk, diego, payment, await letter(diego, payment, says))
        assert (await approve(desk, eva, evidence["id"])).status_code == 200
    assert files.states(ids) == ["done", "failed", "done", "done"]
    assert await files.state(remittance) == "sealed"
    await counter.work()
    # All its lines have ended, as if a file had answered them.
    assert await files.state(remittance) == "closed"
    outcomes = dict(sql("select payout_id::text, outcome from remittance_line"))
    assert [outcomes[each] for each in ids] == ["done", "failed", "done", "done"]
    # The bank's file comes at last: it agrees with two, paid another and refused one.
    answered = await files.upload(await files.answered(remittance))
    assert await files.effects(answered) == {
        ("already", None): (2, 0),
        ("case", "paid_after_refused"): (1, 0),
        ("case", "refused_after_evidence"): (1, 0),
    }
    assert (await files.apply(answered)).status_code == 200
    assert files.states(ids) == ["done", "failed", "done", "done"]
    cases = {row["payout_id"]: (row["kind"], row["source"]) for row in (await diego.get("/v1/payouts/cases")).json()}
    assert cases == {late: ("paid_after_failed", "file"), denied: ("refused_after_paid", "file")}
    # A second run pays what evidence had said it paid, and the file before it too: once more.
    second = await files.upload(await files.answered(remittance, 2, codes="00", run=2))
    effects = await files.effects(second)
    assert effects["case", "paid_twice"] == (2, 0), effects
    assert (await files.apply(second)).status_code == 200
    kinds = sorted(row["kind"] for row in (await diego.get("/v1/payouts/cases")).json())
    assert kinds == ["paid_after_failed", "paid_twice", "paid_twice", "refused_after_paid"]


async def test_a_return_file_that_waits_to_be_applied_is_the_better_evidence(
    ana: Person, bruno: Person, diego: Person, eva: Person, counter: Counter, desk: Desk, sql: Sql
) -> None:
    files = FileDesk(diego, bruno, counter, sql)
    await files.by_file()
    (payment,) = await files.pay(ana, 5_000)
    a_minute_later(sql, payment)
    remittance = await files.sealed()
    evidence = await proposed(desk, diego, payment, await letter(diego, payment, "not_paid"))
    file = await files.upload(await files.answered(remittance))
    assert (await diego.get(the_path(payment))).json()["stop"] == "file_answers"
    said = await approve(desk, eva, evidence["id"])
    assert (said.status_code, said.json()["message"]) == (409, "payment_not_uncertain")
    assert (await files.apply(file)).status_code == 200
    assert files.states([payment]) == ["done"]
    assert (await eva.get(the_path(payment))).json()["evidence"][0]["status"] == "overtaken"


async def test_a_withdrawal_is_a_payout_and_ends_by_evidence_of_two_people_too(
    ana: Person, bruno: Person, diego: Person, eva: Person, counter: Counter, desk: Desk, sql: Sql
) -> None:
    account = await usable(bruno, sql)
    await counter.paid(ana, 20_000)
    await counter.bank.fault(effect="payout", outcome="DEVOLVIDO", delay_ms=LONG_MS, times=1, code="AC03")
    made = await withdraw(bruno, account, AMOUNT)
    assert made.status_code == 201, made.text
    transfer = made.json()["id"]
    await counter.work()
    a_minute_later(sql, transfer)
    evidence = await proposed(desk, diego, transfer, await letter(diego, transfer, "paid"))
    assert (await diego.get(the_path(transfer))).json()["evidence"][0]["status"] == "proposed"
    assert (await approve(desk, eva, evidence["id"])).status_code == 200
    told = await bruno.get(f"{TRANSFERS}/{transfer}")
    assert told.json()["status"] == "done"
    assert not any("evidence" in each["kind"] for each in told.json()["timeline"])
