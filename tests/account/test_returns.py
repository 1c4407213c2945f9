"""Money that was sent and comes back: each devolução once, in part or in whole, and only what the bank says when asked."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest

from days import today
from people import Person
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payout_engine import book_return
from support.batches import lines, planned, submit
from support.batches import settle as pay_batch
from support.charges import Counter, offenders
from support.withdrawals import TRANSFERS, elsewhere, read, settle, usable, withdraw

Sql = Callable[..., list[tuple[Any, ...]]]


async def sent_by(bruno: Person, counter: Counter, account: str, amount: int = 5_000) -> dict[str, Any]:
    transfer = (await withdraw(bruno, account, amount)).json()["id"]
    await settle(counter, transfer)
    done = await read(bruno, transfer)
    assert (done["status"], done["returned"]["amount"], done["returns"]) == ("done", 0, [])
    return done


@pytest.fixture
async def account(ana: Person, bruno: Person, counter: Counter, sql: Sql) -> str:
    """Fees of 1,50; R$ 297,03 to send from."""
    sql(
        "insert into payout_setting values (1, 150, 1500000, 24, 'BRL') on conflict (company_id) do update set fee = 150"
    )
    usual = await usable(bruno, sql, elsewhere())
    await counter.paid(ana, 30_000)
    return usual


@pytest.fixture
async def sent(bruno: Person, counter: Counter, account: str) -> dict[str, Any]:
    """R$ 50,00 that left."""
    return await sent_by(bruno, counter, account)


async def given_back(counter: Counter, sent: dict[str, Any], valor: str | None = None, **more: Any) -> str:
    """The receiver's bank sends it back; the rtrId."""
    body = {"endToEndId": sent["end_to_end_id"], **({"valor": valor} if valor else {}), **more}
    said = await counter.bank.client.post("/sandbox/payouts/returns", json=body)
    assert said.status_code == 201, said.text
    return said.json()["rtrId"]


def journals(sql: Sql) -> list[tuple[Any, ...]]:
    return sql("select key, kind from ledger_journal where key like 'return:%%' order by recorded_at")


async def test_a_withdrawal_that_comes_back_is_credited_once_however_often_its_hint_comes(
    ana: Person, bruno: Person, carla: Person, counter: Counter, sql: Sql, sent: dict[str, Any]
) -> None:
    before = (await counter.balances(ana))["available"]
    rtr = await given_back(counter, sent)
    await counter.carry(times=2)
    for _ in range(2):
        await counter.run_job("payouts.take_back", 2, sent["id"])
    await asyncio.gather(*(counter.run_job("payouts.take_back", 2, sent["id"]) for _ in range(4)))
    back = await read(bruno, sent["id"])
    # What was sent is credited; what sending it cost is not given back.
    assert (await counter.balances(ana))["available"] == before + 5_000
    assert (back["status"], back["returned"]["amount"]) == ("done", 5_000)
    assert [(each["rtr_id"], each["amount"]["amount"], each["claim_id"]) for each in back["returns"]] == [
        (rtr, 5_000, None)
    ]
    assert journals(sql) == [(f"return:{rtr}", "payouts.returned")]
    assert [each["kind"] for each in back["timeline"]][-1] == "payouts:payout:returned"
    assert sorted(each["account"] for each in back["entries"] if each["kind"] == "payouts.returned") == [
        "available",
        "pix_clearing",
    ]
    (row,) = (await bruno.get(f"{TRANSFERS}?id={sent['id']}")).json()
    assert row["returned"]["amount"] == 5_000
    assert (await carla.get(f"{TRANSFERS}/{sent['id']}")).status_code in (403, 404)
    # Nobody asks the bank about it any more.
    assert sql("select returns_due_at from payout where id = %s", sent["id"]) == [(None,)]


async def test_a_withdrawal_is_called_one_and_what_leaves_in_a_batch_a_payment(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, sent: dict[str, Any]
) -> None:
    batch = await planned(bruno, counter, lines(1, "12,00"))
    assert (await submit(bruno, batch)).status_code == 200
    await pay_batch(counter, sql)
    await given_back(counter, sent)
    (of_batch,) = sql("select id::text, end_to_end_id from payout where batch_id = %s", batch["id"])
    await given_back(counter, {"end_to_end_id": of_batch[1]})
    for payout in (sent["id"], of_batch[0]):
        await counter.run_job("payouts.take_back", 2, payout)
    rows = (await ana.get("/v1/account/transactions", sort="asc")).json()
    told = [(each["kind"], each["payout_origin"]) for each in rows if each["kind"].startswith("payouts.")]
    assert sorted(told) == [
        ("payouts.payout", "batch"),
        ("payouts.payout", "withdrawal"),
        ("payouts.returned", "batch"),
        ("payouts.returned", "withdrawal"),
    ]
    for row in rows:
        record = (await ana.get(f"/v1/account/transactions/{row['transaction_id']}")).json()
        assert record["payout_origin"] == row["payout_origin"]
    day = today().isoformat()
    for locale, words in (
        ("en", {"Payment sent", "Withdrawal", "Payment returned", "Withdrawal returned"}),
        ("pt", {"Pagamento enviado", "Saque", "Pagamento devolvido", "Saque devolvido"}),
    ):
        taken = await ana.get("/v1/account/statement/file", format="csv", locale=locale, **{"from": day, "to": day})
        text = taken.text.replace('"', "")
        found = {each for line in text.splitlines() for each in re.split("[;,]", line)} & (
            words | {"Withdrawal", "Saque"}
        )
        assert found == words


async def test_several_parts_come_back_up_to_what_was_sent_and_never_more(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, sent: dict[str, Any]
) -> None:
    before = (await counter.balances(ana))["available"]
    await given_back(counter, sent, "20.00")
    await counter.carry()
    part = await read(bruno, sent["id"])
    assert (part["returned"]["amount"], part["timeline"][-1]["kind"]) == (2_000, "payouts:payout:partly_returned")
    # More than is left is no devolução of it, whoever says so; staff are told once.
    await given_back(counter, sent, "30.01", beyond=True)
    for _ in range(2):
        await counter.run_job("payouts.take_back", 2, sent["id"])
    assert (await counter.balances(ana))["available"] == before + 2_000
    refused = [each for each in (await read(bruno, sent["id"]))["timeline"] if each["kind"].endswith("not_booked")]
    assert len(refused) == 1
    assert "30" in sql("select returns_error from payout where id = %s", sent["id"])[0][0]
    assert (await read(bruno, sent["id"]))["returns_error"] is None
    # The rest comes back all the same.
    await given_back(counter, sent, "30.00", beyond=True)
    await counter.run_job("payouts.take_back", 2, sent["id"])
    whole = await read(bruno, sent["id"])
    assert (whole["returned"]["amount"], [each["amount"]["amount"] for each in whole["returns"]]) == (
        5_000,
        [2_000, 3_000],
    )
    assert (await counter.balances(ana))["available"] == before + 5_000
    assert len(journals(sql)) == 2


async def test_a_hint_moves_nothing_by_itself(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, sent: dict[str, Any], account: str
) -> None:
    before = (await counter.balances(ana))["available"]
    other = await sent_by(bruno, counter, account, 1_000)
    await given_back(counter, other)
    path, body = await counter.bank.next_notice()
    (told,) = body["pix"]
    connection, secret = path.split("/")[3:5]
    forged = f"/webhooks/pix/{connection}/{secret[::-1]}/pix"
    assert (await counter.stranger.post(forged, json=body)).status_code == 404
    # With the right secret, but about a withdrawal of which the bank has nothing back.
    lie = {"pix": [told | {"endToEndId": sent["end_to_end_id"], "valor": "9999.00"}]}
    assert (await counter.stranger.post(path, json=lie)).status_code == 200
    await counter.work()
    assert journals(sql) == []
    assert (await read(bruno, sent["id"]))["returned"]["amount"] == 0
    assert (await counter.balances(ana))["available"] == before - 1_150


async def test_a_number_that_is_booked_for_another_withdrawal_is_not_booked_again(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, sent: dict[str, Any], account: str
) -> None:
    other = await sent_by(bruno, counter, account, 1_000)
    rtr = await given_back(counter, other)
    await counter.run_job("payouts.take_back", 2, other["id"])
    before = (await counter.balances(ana))["available"]
    for wrong in (rtr, "D123", "E" + rtr[1:]):
        await given_back(counter, sent, "10.00", rtrId=wrong)
        await counter.run_job("payouts.take_back", 2, sent["id"])
        assert (await read(bruno, sent["id"]))["returned"]["amount"] == 0, wrong
    assert (await counter.balances(ana))["available"] == before
    assert len(journals(sql)) == 1


async def test_a_return_is_found_by_the_clock_when_no_hint_comes_and_after_a_fall_in_between(
    ana: Person,
    bruno: Person,
    counter: Counter,
    sql: Sql,
    sent: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = (await counter.balances(ana))["available"]
    await counter.bank.fault(effect="webhook", delivery="never")
    await given_back(counter, sent, "20.00")
    await given_back(counter, sent, "5.00")
    # It is not its time yet.
    await counter.run_job("payouts.returns")
    assert journals(sql) == []
    sql("update payout set returns_due_at = now()")
    booked, fell = book_return.post_return, list[str]()

    async def falls(tx: Any, transfer: Any, back: Any, *, claimed: bool) -> None:
        await booked(tx, transfer, back, claimed=claimed)
        if journals(sql) and not fell:
            fell.append(back.rtr_id)
            raise ConnectionError("the worker fell before the commit")

    monkeypatch.setattr(book_return, "post_return", falls)
    with pytest.raises(ConnectionError):
        await counter.run_job("payouts.returns")
    assert ((await read(bruno, sent["id"]))["returned"]["amount"], len(journals(sql))) == (2_000, 1)
    await counter.bank.fault(effect="status", status=503, route="GET /gn/pix", times=1)
    with pytest.raises(TryAgain):
        await counter.run_job("payouts.take_back", 2, sent["id"])
    sql("update payout set returns_due_at = now()")
    await counter.run_job("payouts.returns")
    assert ((await read(bruno, sent["id"]))["returned"]["amount"], len(journals(sql))) == (2_500, 2)
    assert (await counter.balances(ana))["available"] == before + 2_500


async def test_a_claim_finds_what_was_booked_already_and_only_the_rest_can_be_asked_for(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, sent: dict[str, Any]
) -> None:
    before = (await counter.balances(ana))["available"]
    flaw = {"reason": "operational_flaw", "details": "Pago em dobro", "amount": {"amount": 3_000}}
    claim = (await bruno.post(f"{TRANSFERS}/{sent['id']}/disputes", flaw)).json()["id"]
    await counter.work()
    asked = (await bruno.get(f"/v1/account/disputes/{claim}")).json()
    said = await counter.bank.client.post(f"/sandbox/med/{asked['request_id']}/answer", json={"agreed": True})
    assert said.status_code == 200, said.text
    # The ordinary question is faster than the claim's.
    await counter.run_job("payouts.take_back", 2, sent["id"])
    for _ in range(2):
        await counter.run_job("claims.poll")
    ended = (await bruno.get(f"/v1/account/disputes/{claim}")).json()
    assert (ended["status"], ended["returned"]["amount"]) == ("returned", 3_000)
    back = await read(bruno, sent["id"])
    assert [(each["amount"]["amount"], each["claim_id"]) for each in back["returns"]] == [(3_000, claim)]
    assert (await counter.balances(ana))["available"] == before + 3_000
    more = await bruno.post(f"{TRANSFERS}/{sent['id']}/disputes", flaw | {"amount": {"amount": 2_001}})
    assert more.json()["message"] == {"amount": ["claim_exceeds_sent"]}
    assert len(journals(sql)) == 1


async def test_the_statement_and_the_merchant_are_told_plainly(
    bruno: Person, ana: Person, counter: Counter, sql: Sql, sent: dict[str, Any]
) -> None:
    rtr = await given_back(counter, sent)
    await counter.carry()
    (line,) = [
        each for each in (await ana.get("/v1/account/transactions")).json() if each["kind"] == "payouts.returned"
    ]
    assert (line["amount"]["amount"], line["origin"], line["external_id"], line["counterparty"]) == (
        5_000,
        "transfer",
        rtr,
        "Loja Aurora Comércio Ltda",
    )
    assert sql("select kind from notification where kind = 'payouts_payout_returned' limit 1") == [
        ("payouts_payout_returned",)
    ]


async def test_the_self_check_finds_a_return_without_its_journal(
    counter: Counter, sql: Sql, sent: dict[str, Any]
) -> None:
    sql("update payout set returned = 10 where id = %s", sent["id"])
    assert set(offenders(counter.url)) == {"payout_returns_fit"}
    sql("update payout set returned = 0 where id = %s", sent["id"])
    sql(
        "insert into payout_return (rtr_id, company_id, payout_id, amount, currency, returned_at)"
        " select 'D18236120202611220000aaaaaaaaaaa', company_id, id, 10, currency, now() from payout where id = %s",
        sent["id"],
    )
    assert set(offenders(counter.url)) == {
        "clearing_is_what_processors_sent",
        "movements_are_the_ledgers",
        "payout_returns_fit",
        "return_has_one_journal",
    }
    sql("alter table payout_return disable trigger user")
    sql("delete from payout_return")
    sql("alter table payout_return enable trigger user")
