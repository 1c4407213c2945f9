"""Payments to other merchants of ours: settled inside, on both sides at once, and no bank hears of them."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from days import today
from people import AURORA, OUTRA, Person, set_up
from retaguarda.foundation.database import Scope
from retaguarda.payout_engine import jobs, settle_internal
from retaguarda.providers.pix import brcode
from retaguarda.settings import SANDBOX_KEY
from support.batches import planned, submit, table
from support.batches import settle as settle_all
from support.blocks import blocked
from support.charges import Counter
from support.payments import OUTRA_OWNER, PAYMENTS, account_with_us, pay, read
from support.withdrawals import BANK_ACCOUNTS, OWN, settle

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

Sql = Callable[..., list[tuple[Any, ...]]]
DEPOSITS, STATEMENT = "/v1/account/deposits", "/v1/account/transactions"


def to_outra(sql: Sql, **more: Any) -> dict[str, Any]:
    """Merchant 3, by its account with us."""
    return {"key": None, "account": account_with_us(sql, OUTRA), **OUTRA_OWNER, **more}


async def paid_inside(bruno: Person, counter: Counter, sql: Sql, amount: int = 5_000, **more: Any) -> str:
    made = await pay(bruno, amount, **to_outra(sql, **more))
    assert made.status_code == 201, made.text
    await settle(counter, made.json()["id"])
    return made.json()["id"]


async def test_both_sides_have_it_at_once_and_no_bank_hears_of_it(
    bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    sql("insert into payout_setting (company_id, fee, currency) values (1, 150, 'BRL')")
    await counter.paid(ana, 20_000)
    plan = (await bruno.post(f"{PAYMENTS}/plan", {"amount": {"amount": 5_000}, **to_outra(sql)})).json()
    facts = {fact["field"]: fact["value"] for fact in plan["facts"]}
    assert (facts["status"], facts["inside"], facts["fee"]["amount"]) == ("pending", True, 150)
    key = str(uuid4())
    first, second = [await pay(bruno, 5_000, once=key, **to_outra(sql)) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content), first.text
    payment = first.json()["id"]
    await settle(counter, payment)
    done = await read(bruno, payment)
    assert (done["status"], done["orders"], done["end_to_end_id"], done["inside"]) == ("done", [], None, True)
    assert sorted((e["account"], (e["credit"] or e["debit"])["amount"]) for e in done["entries"]) == [
        ("available", 5_150), ("internal_clearing", 5_000), ("pix_fees", 150),
    ]  # fmt: skip
    assert [moment["kind"].rpartition(":")[2] for moment in done["timeline"]] == ["pay", "pending", "done"]
    (deposit,) = (await carla.get(DEPOSITS)).json()
    assert (deposit["amount"]["amount"], deposit["payer_name"], deposit["method"], deposit["matched_by"]) == (
        5_000, "Loja Aurora", "internal", "internal",
    )  # fmt: skip
    record = (await carla.get(f"{DEPOSITS}/{deposit['id']}")).json()
    assert [entry["account"] for entry in record["entries"]] == ["available", "internal_clearing"]
    assert (record["status"], record["bank_name"], record["returnable"]) == ("credited", "Retaguarda Pagamentos", False)
    carla.account = "3"
    assert (await counter.balances(carla))["available"] == 5_000
    (mine,) = [row for row in (await bruno.get(STATEMENT)).json() if row["origin"] == "transfer"]
    (theirs,) = (await carla.get(STATEMENT)).json()
    assert (mine["counterparty"], theirs["counterparty"]) == (OUTRA_OWNER["holder_name"], "Loja Aurora")
    receipt = await bruno.get(f"{PAYMENTS}/{payment}/receipt", locale="pt")
    assert (receipt.status_code, receipt.headers["content-type"]) == (200, "application/pdf")
    assert sql("select count(*) from payout_order") == [(0,)]


async def test_neither_side_reads_the_other(
    bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    payment = await paid_inside(bruno, counter, sql)
    sql("update role set permissions = permissions || '{payout::payment:read,payout::payment:write}'")
    await set_up(carla)
    assert (await carla.get(f"{PAYMENTS}/{payment}")).status_code == 404
    assert (await carla.get(f"{PAYMENTS}/{payment}/receipt")).status_code == 404
    assert (await carla.get(PAYMENTS)).json() == []
    (deposit,) = (await carla.get(DEPOSITS)).json()
    assert (await ana.get(f"{DEPOSITS}/{deposit['id']}")).status_code == 404
    assert (await ana.get(DEPOSITS)).json() == []
    # What the payer's record tells names no merchant's number, and what the receiver's does no payment of the payer.
    assert "Outra Praça" not in str((await read(bruno, payment))["timeline"])
    assert "fee" not in (await carla.get(f"{DEPOSITS}/{deposit['id']}")).json()


async def test_a_key_of_a_merchant_s_own_processor_and_its_deposit_code_lead_inside(
    bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    own_key(sql)
    by_key = await pay(bruno, 1_000, key={"kind": "email", "value": "caixa@outra.example"}, **OUTRA_OWNER)
    assert by_key.status_code == 201, by_key.text
    code = brcode.static(SANDBOX_KEY, "Outra", "Recife", txid="DEP000000003")
    sql("update pix_connection set enabled = false where pix_key = 'caixa@outra.example'")
    by_code = await pay(bruno, 2_000, key=None, code=code, **OUTRA_OWNER)
    assert (by_code.status_code, by_code.json()["branch"]) == (201, "0001"), by_code.text
    sql("update pix_connection set enabled = true where pix_key = 'caixa@outra.example'")
    for made in (by_key, by_code):
        await settle(counter, made.json()["id"])
        assert (await read(bruno, made.json()["id"]))["inside"] is True
    assert sorted(row["amount"]["amount"] for row in (await carla.get(DEPOSITS)).json()) == [1_000, 2_000]


def own_key(sql: Sql) -> None:
    """Merchant 3's own processor, with a key of its own."""
    sql(
        "insert into pix_connection (id, company_id, name, base_url, token_url, client_id, client_secret, pix_key, webhook_secret)"
        " select gen_random_uuid(), 3, 'Outra', base_url || '/outra', token_url, client_id, client_secret, 'caixa@outra.example', '\\x33'"
        " from pix_connection where company_id = 1 limit 1"
    )


@pytest.mark.parametrize(
    "shut",
    [
        "update company set status = 'blocked', blocked_in = true, status_reason = 'x' where id = 3",
        "update company set status = 'offboarded', status_reason = 'x' where id = 3",
        "update ledger_account set blocked_in = true, block_reason = 'x' where company_id = 3",
        "insert into block_entry (id, lane, kind, value, shown, direction, effect, cause, reason, source, added_by, added_by_id) values"
        " (gen_random_uuid(), 'fraud', 'document', 'P3E2Z8IQ9Y7J64', 'x', 'in', 'hold', 'own_analysis', 'ten letters', 'person', 'x', gen_random_uuid())",
        "update company set document = '11222333000262' where id = 3",
    ],
)
async def test_a_receiver_that_takes_nothing_is_refused_alike_whatever_the_reason(
    bruno: Person, ana: Person, counter: Counter, sql: Sql, shut: str
) -> None:
    await counter.paid(ana, 20_000)
    await paid_inside(bruno, counter, sql)
    sql("alter table company disable trigger user")
    sql("alter table block_entry disable trigger user")
    sql(shut)
    before = (await counter.balances(bruno))["available"]
    again = await pay(bruno, 7_000, **to_outra(sql))
    assert again.status_code == 201, again.text
    await settle(counter, again.json()["id"])
    said = await read(bruno, again.json()["id"])
    assert (said["status"], said["fail_code"], said["last_error"]) == ("failed", "DS04", None)
    assert (await counter.balances(bruno))["available"] == before
    told = [moment for moment in said["timeline"] if moment["kind"].endswith(":failed")]
    assert "why" not in str(told)
    ((why,),) = sql("select data ->> 'why' from event where company_id = 1 and name = 'payouts:payout:refused_inside'")
    assert why in ("company", "account", "block_list", "nobody")


async def test_an_account_that_nobody_has_ends_like_one_that_takes_nothing(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    for account, owner in (
        (account_with_us(sql, 999), OUTRA_OWNER),
        (account_with_us(sql, OUTRA), {"holder_name": "Outra Praça", "holder_document": "123.456.789-09"}),
        (account_with_us(sql, AURORA), {"holder_name": "Loja Aurora", "holder_document": "P3E2Z8IQ9Y7J64"}),
    ):
        body = {"amount": {"amount": 1_000}, "account": account, **owner}
        plan = (await bruno.post(f"{PAYMENTS}/plan", body)).json()
        assert {fact["field"]: fact["value"] for fact in plan["facts"]}["inside"] is True
        made = await bruno.post(PAYMENTS, body)
        assert made.status_code == 201, made.text
        await settle(counter, made.json()["id"])
        said = await read(bruno, made.json()["id"])
        assert (said["status"], said["fail_code"], said["inside"]) == ("failed", "DS04", True)


async def test_nobody_withdraws_to_an_account_with_us(bruno: Person, sql: Sql) -> None:
    said = await bruno.post(BANK_ACCOUNTS, OWN | {"account": account_with_us(sql, AURORA)})
    assert (said.status_code, list(said.json()["message"])) == (400, ["account.ispb"]), said.text


async def test_two_merchants_pay_each_other_at_once_and_wait_for_nobody(
    bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    await paid_inside(bruno, counter, sql, 50_000)
    before = (await counter.balances(bruno))["available"]
    rows = mirrored(sql, 100)
    await asyncio.gather(*(counter.run_job("payouts.send", company, payment) for company, payment in rows))
    assert sql("select status, count(*) from payout where amount = 10 group by 1") == [("done", 200)]
    assert (await counter.balances(bruno))["available"] == before
    assert sql("select deadlocks from pg_stat_database where datname = current_database()") == [(0,)]


def mirrored(sql: Sql, count: int) -> list[tuple[int, str]]:
    """As many payments of 2 to 3 as of 3 to 2, pending and held."""
    sql("alter table payout disable trigger payout_judged")
    made = list[tuple[int, str]]()
    for payer, receiver, name in ((2, 3, "12ABC34501DE35"), (3, 2, "P3E2Z8IQ9Y7J64")):
        made += sql(
            "with made as (insert into payout (company_id, id, origin, method, status, amount, currency, fee, kind, ispb, branch, number,"
            " account_type, holder_name, holder_document, actor, destination, document_hash, held)"
            " select %s, gen_random_uuid(), 'payout', 'pix', 'pending', 10, 'BRL', 0, 'account', house_ispb(), '0001',"
            " merchant_account_number(%s), 'TRAN', 'x', %s, 'x', sha256('a'), sha256('b'), true from generate_series(1, %s)"
            " returning company_id, id)"
            " select company_id, id::text from made",
            payer, receiver, name, count,
        )  # fmt: skip
    sql("alter table payout enable trigger payout_judged")
    sql("select set_config('retaguarda.companies', '*', false)")
    for company, payment in made:
        sql(
            "select ledger_hold_place(%s, gen_random_uuid(), 'available', 'BRL', 10, %s, %s)",
            company, f"payout:{payment}", payment,
        )  # fmt: skip
    return [made[i % 2 * count + i // 2] for i in range(2 * count)]


async def test_lines_of_a_batch_are_settled_inside_and_the_forecast_says_so(
    bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    own_key(sql)
    # The second batch pays the same merchant elsewhere.
    sql("insert into payout_setting (company_id, cooling_off_hours, currency) values (2, 0, 'BRL')")
    number = account_with_us(sql, OUTRA)
    by_account = table(
        f"Outra Praça;12ABC34501DE35;{number['ispb']};0001;{number['number']}-{number['digit']};12,00",
        headings="Nome;Documento;Banco;Agência;Conta;Valor",
    )
    by_key = table(
        "Outra Praça;12ABC34501DE35;caixa@outra.example;10,00;Folha;", "Iara;52998224725;iara@example.com;9,00;x;"
    )
    for text, inside in ((by_account, 1), (by_key, 1)):
        batch = await planned(bruno, counter, text)
        assert (batch["bad"], batch["good"]) == (0, len(text.splitlines()) - 1), batch
        looked = (await bruno.get("/v1/payouts/forecast", batch=batch["id"])).json()["sums"]
        assert (looked["leaves"]["count"], looked["inside"]["count"]) == (batch["good"], inside), looked
        assert (await submit(bruno, batch)).status_code == 200
        said = (await bruno.get("/v1/payouts/forecast")).json()["sums"]
        assert (said["leaves"]["count"], said["inside"]["count"]) == (batch["good"], inside)
        await settle_all(counter, sql)
        found = sql("select status, done from payout_batch where id = %s", batch["id"])
        assert found == [("done", batch["good"])]
    assert sorted(row["amount"]["amount"] for row in (await carla.get(DEPOSITS)).json()) == [1_000, 1_200]
    assert sql("select inside, count(*) from payout group by 1 order by 1") == [(False, 1), (True, 2)]


async def test_what_stops_any_payment_stops_this_one(
    bruno: Person, ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    made = (await pay(bruno, 5_000, **to_outra(sql))).json()["id"]
    entry = await blocked(diego, value="12ABC34501DE35", direction="out", effect="hold", kind="document")
    await settle(counter, made)
    assert (await read(bruno, made))["hold_reason"] == "under_review"
    assert entry["effect"] == "hold"
    limits = {"version": 0, "reason": "Menos", "day_most": {"amount": 5_500}}
    assert (await diego.put("/v1/payouts/settings/2", limits)).status_code == 200
    sql("alter table block_entry disable trigger user")
    sql("update block_entry set until = now() - interval '1 second', starts_at = now() - interval '1 day'")
    beyond = await pay(bruno, 4_000, **to_outra(sql))
    assert beyond.json()["message"] == {"amount": ["transfer_day_limit"]}
    assert sql("select count(*) from deposit") == [(0,)]


async def test_the_function_that_settles_asks_everything_itself(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    """Whoever calls it: nothing leaves that is not held, pending and free of whatever stops an order."""
    await counter.paid(ana, 50_000)
    made = (await pay(bruno, 5_000, **to_outra(sql))).json()["id"]
    elsewhere = (await pay(bruno, 5_000)).json()["id"]
    settled = "select internal_settle(%(company)s, %(id)s, gen_random_uuid(), gen_random_uuid(), gen_random_uuid())"

    async def call(payment: str, company: int = AURORA, scope: int = AURORA) -> str:
        try:
            async with counter.app.database.transaction(Scope((scope,))) as tx:
                await tx.value(settled, {"company": company, "id": payment})
        except psycopg.DatabaseError as error:
            return error.sqlstate or ""
        return "settled"

    assert await call(elsewhere) == "RP003"
    assert await call(made, scope=OUTRA) == "RL009"
    assert await call(made, company=OUTRA, scope=OUTRA) == "RP003"
    for stop in (
        "update payout set held = false",
        "update payout set status = 'blocked', blocked_reason = 'x'",
        "update company set status = 'blocked', blocked_out = true, status_reason = 'x' where id = 2",
        "insert into suspect (id, kind, hash, shown, cause, evidence, added_by, added_by_id)"
        " select gen_random_uuid(), 'destination', destination, 'x', 'other', 'ten letters', 'x', gen_random_uuid() from payout limit 1",
    ):
        sql("begin")
        sql("alter table payout disable trigger user")
        sql("alter table company disable trigger user")
        sql(stop.replace("limit 1", f"where id = '{made}'"))
        sql("savepoint asked")
        sql("select set_config('retaguarda.companies', '{2}', true)")
        with pytest.raises(psycopg.DatabaseError) as refused:
            sql(settled.replace("%(company)s", "2").replace("%(id)s", f"'{made}'"))
        assert refused.value.sqlstate == "RP003", stop
        sql("rollback")
    await settle(counter, made)
    await settle(counter, elsewhere)
    assert (await read(bruno, made))["status"] == "done"
    assert await call(made) == "RP003"


async def test_without_both_journals_no_payment_ends_without_a_bank(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    made = (await pay(bruno, 5_000, **to_outra(sql))).json()["id"]
    for status, inside in (("done", False), ("done", True), ("failed", False)):
        with pytest.raises(psycopg.DatabaseError) as refused:
            sql("update payout set status = %s, inside = %s where id = %s", status, inside, made)
        assert refused.value.sqlstate == "RF001"
    await settle(counter, made)


@pytest.mark.parametrize("after", ["_settle_inside", "settle_internal", "move"])
async def test_a_worker_that_dies_amid_it_leaves_nothing_and_pays_once(
    bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch, after: str
) -> None:
    await counter.paid(ana, 50_000)
    made = (await pay(bruno, 5_000, **to_outra(sql))).json()["id"]
    where = settle_internal if after == "move" else jobs
    real = getattr(where, after)

    async def dies(*given: Any, **more: Any) -> None:
        await real(*given, **more)
        raise RuntimeError("killed")

    monkeypatch.setattr(where, after, dies)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="killed"):
            await counter.run_job("payouts.send", AURORA, made)
    assert (await carla.get(DEPOSITS)).json() == []
    assert sql("select status from payout") == [("pending",)]
    monkeypatch.undo()
    await asyncio.gather(*(counter.run_job("payouts.send", AURORA, made) for _ in range(8)))
    assert len((await carla.get(DEPOSITS)).json()) == 1
    assert (await read(bruno, made))["status"] == "done"


async def test_one_that_waits_may_be_sent_now_without_a_processor(
    bruno: Person, ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    sql("alter table payout_processor disable trigger user")
    sql("update payout_processor set enabled = false")
    made = (await pay(bruno, 5_000, **to_outra(sql), scheduled_for=str(today() + timedelta(days=3)))).json()["id"]
    said = await bruno.post(f"{PAYMENTS}/{made}/send-now", {}, key=None)
    assert said.status_code == 200, said.text
    await settle(counter, made)
    assert (await read(bruno, made))["status"] == "done"
