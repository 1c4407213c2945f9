"""What is checked before money leaves: suspects, whose a key is, a destination that is new, contracts and units."""

from typing import Any

import psycopg
import pytest

from conftest import Sql
from people import AURORA, Person
from support.batches import lines, planned, read_lines, settle, submit, whys
from support.charges import Counter
from support.payees import ACCOUNT, KEY, Book
from support.payments import PAYMENTS, pay, read

SUSPECTS = "/v1/payouts/suspects"
EVIDENCE = {"cause": "fraud_report", "evidence": "três relatos de fraude em um dia, com boletim de ocorrência"}
SHOWN = "/v1/payouts/payment-destination"
WHO = {"holder_name": "João Pedro da Silva", "holder_document": "123.456.789-09"}
HIS = {"key": "joao@loja.example", "name": "João Pedro da Silva", "document": "12345678909"}

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")


@pytest.fixture
def diego(diego: Person) -> Person:
    diego.account = "1"
    return diego


async def sent(counter: Counter, person: Person, made: Any, sql: Sql) -> dict[str, Any]:
    assert made.status_code == 201, made.text
    await settle(counter, sql)
    return await read(person, made.json()["id"])


async def test_nothing_is_planned_or_sent_to_a_suspect(
    ana: Person, bruno: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    waiting = (await pay(bruno)).json()
    assert (await diego.post(SUSPECTS, {"document": "12345678909", **EVIDENCE})).status_code == 201
    refused = await pay(bruno, 6_000)
    assert (refused.status_code, refused.json()["message"]) == (409, "destination_suspect")
    await settle(counter, sql)
    held = await read(bruno, waiting["id"])
    assert (held["status"], held["hold_reason"], held["orders"]) == ("on_hold", "suspect", [])
    order = (
        "insert into payout_order (company_id, id, payout_id, attempt, provider_id, amount, currency)"
        " select company_id, gen_random_uuid(), id, 1, 'x', amount, currency from payout where id = %s"
    )
    with pytest.raises(psycopg.errors.DatabaseError, match="under suspicion"):
        sql(order, waiting["id"])


async def test_a_batch_names_the_line_of_a_suspect_and_of_a_blocked_payee(
    ana: Person, bruno: Person, diego: Person, book: Book, counter: Counter
) -> None:
    await diego.post(SUSPECTS, {"document": "52998224725", **EVIDENCE})
    key = {"kind": "email", "value": "payee1@example.com"}
    payee = await book.added(bruno, {"name": "Otávio Brandt", "document": "11144477735", "key": key})
    said = await bruno.post(f"/v1/payouts/payees/{payee}/block", {"reason": "pedido do financeiro"})
    assert said.status_code == 200, said.text
    batch = await planned(bruno, counter, lines(3))
    found = await read_lines(bruno, batch["id"])
    problems = ["destination_suspect" in each["problems"] for each in found]
    assert problems == [True, False, False]
    assert ["payee_blocked" in each["problems"] for each in found] == [False, True, False]
    assert whys([]) == []


async def test_a_key_that_is_somebody_elses_is_refused_when_looked_at_and_held_when_it_changed_since(
    ana: Person, bruno: Person, diego: Person, book: Book, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    await book.owner(HIS["key"], HIS["name"], HIS["document"])
    shown = (await bruno.post(SHOWN, {"key": KEY, **WHO}, key=None)).json()["confirmation"]
    assert (shown["match_class"], shown["owner"]) == ("match", "agree")
    made = await pay(bruno, 5_000, key=KEY)
    await book.owner(HIS["key"], "Outra Pessoa", "11144477735")
    held = await sent(counter, bruno, made, sql)
    assert (held["status"], held["hold_reason"], held["orders"]) == ("on_hold", "owner_changed", [])
    assert held["confirmation"]["found_name"] == "Outra Pessoa"
    # Staff have a case of it, which names nobody; the merchant reads why its payment is held, and no case.
    diego.account = "all"
    (case,) = (await diego.get("/v1/payouts/cases", kind="owner_changed")).json()
    assert (case["payout_id"], case["amount"]["amount"], case["status"]) == (held["id"], 5_000, "open")
    told = (await diego.get(f"/v1/payouts/cases/{case['id']}")).json()
    assert (told["incoming"], told["source"]) == (None, "directory")
    assert "Outra" not in told["evidence"]
    assert held["cases"] == []
    shown = (await bruno.post(SHOWN, {"key": KEY, **WHO}, key=None)).json()["confirmation"]
    assert shown["owner"] == "differ"
    refused = await pay(bruno, 6_000, key=KEY)
    assert (refused.status_code, refused.json()["message"]) == (409, "owner_differs")
    diego.account = str(AURORA)
    said = await diego.post(f"{PAYMENTS}/{held['id']}/release", {"reason": "confirmado por telefone"}, key=None)
    assert said.status_code == 200, said.text
    assert (await sent(counter, bruno, made, sql))["status"] == "done"


async def test_each_payment_by_key_gives_its_look_up_back(
    ana: Person, bruno: Person, book: Book, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    await book.owner(HIS["key"], HIS["name"], HIS["document"])
    assert (await sent(counter, bruno, await pay(bruno, 5_000, key=KEY), sql))["status"] == "done"
    assert sql("select lookups_left(%s)", AURORA) == [(1_000,)]


async def test_a_changed_destination_cools_off_and_leaves_when_its_time_is_over(
    ana: Person, bruno: Person, book: Book, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    assert (await sent(counter, bruno, await pay(bruno), sql))["status"] == "done"
    await book.owner(HIS["key"], HIS["name"], HIS["document"])
    made = await pay(bruno, 6_000, key=KEY)
    assert (made.json()["status"], made.json()["hold_reason"]) == ("on_hold", "cooling_off")
    held = await sent(counter, bruno, made, sql)
    assert (held["status"], held["orders"]) == ("on_hold", [])
    sql("update payout set hold_until = now() where id = %s", held["id"])
    await counter.run_job("payouts.waiting")
    assert (await sent(counter, bruno, made, sql))["status"] == "done"


async def test_who_decides_sees_the_destination_before_beside_the_new_one(
    ana: Person, bruno: Person, book: Book, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    old = await sent(counter, bruno, await pay(bruno), sql)
    assert (old["status"], old["first"], old["previous"]) == ("done", True, None)
    await book.owner(HIS["key"], HIS["name"], HIS["document"])
    plan = await bruno.post(f"{PAYMENTS}/plan", {"amount": {"amount": 6_000}, **WHO, "key": KEY}, key=None)
    told = {fact["field"]: fact["value"] for fact in plan.json()["facts"]}
    assert (told["previous_destination"], told["first"]) == ("***.456.789-**", True)
    made = await pay(bruno, 6_000, key=KEY)
    held = await read(bruno, made.json()["id"])
    assert (held["status"], held["first"], held["pix_key"]) == ("on_hold", True, "j***@loja.example")
    before = held["previous"]
    assert (before["kind"], before["pix_key"], before["last_paid_at"]) == ("key", "***.456.789-**", old["ended_at"])
    # Somebody who is paid for the first time has none.
    other = await pay(
        bruno,
        5_000,
        holder_name="Iara Pontes",
        holder_document="52998224725",
        key={"kind": "cpf", "value": "52998224725"},
    )
    assert (await read(bruno, other.json()["id"]))["previous"] is None
    # Paid there once, it is new no more.
    sql("update payout set hold_until = now() where id = %s", held["id"])
    await counter.run_job("payouts.waiting")
    assert (await sent(counter, bruno, made, sql))["status"] == "done"
    again = await sent(counter, bruno, await pay(bruno, 7_000, key=KEY), sql)
    assert (again["first"], again["previous"]) == (False, None)


async def test_a_destination_of_the_book_that_was_never_paid_stands_beside_the_new_one_masked(
    ana: Person, bruno: Person, book: Book, counter: Counter
) -> None:
    await counter.paid(ana, 100_000)
    payee = await book.added(bruno, {"name": HIS["name"], "document": HIS["document"], "account": ACCOUNT})
    alone = await pay(bruno, 5_000, account=ACCOUNT, key=None)
    assert (await read(bruno, alone.json()["id"]))["previous"] is None
    added = await bruno.post(f"/v1/payouts/payees/{payee}/destinations", {"key": KEY})
    assert added.status_code == 201, added.text
    await book.owner(HIS["key"], HIS["name"], HIS["document"])
    before = (await read(bruno, (await pay(bruno, 6_000, key=KEY)).json()["id"]))["previous"]
    assert (before["kind"], before["branch"], before["number"], before["last_paid_at"]) == (
        "account", "0001", "***6678", None,
    )  # fmt: skip


async def test_a_line_whose_payee_was_paid_elsewhere_cools_off_too(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    who = {"holder_name": "Iara Pontes", "holder_document": "52998224725"}
    first = await pay(bruno, 5_000, key={"kind": "cpf", "value": "52998224725"}, **who)
    assert (await sent(counter, bruno, first, sql))["status"] == "done"
    batch = await planned(bruno, counter, lines(2))
    assert (await submit(bruno, batch)).status_code == 200
    await settle(counter, sql)
    assert [each["status"] for each in await read_lines(bruno, batch["id"])] == ["on_hold", "done"]


async def test_what_was_paid_to_a_destination_is_counted_once_for_each_payment(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    for amount in (5_000, 7_000):
        assert (await sent(counter, bruno, await pay(bruno, amount), sql))["status"] == "done"
    await settle(counter, sql)
    assert sql("select count, sum from destination_seen where company_id = %s", AURORA) == [(2, 12_000)]


async def test_a_contract_that_differs_stops_payments_until_it_is_settled(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    made = await pay(bruno)
    sql("alter table contract_check disable trigger user")
    sql(
        "create or replace function contract_stop(p_company int) returns text language sql stable as"
        " $$ select 'payout_fee' $$"
    )
    refused = await pay(bruno, 6_000)
    assert (refused.status_code, refused.json()["message"]) == (409, "contract_stops")
    blocked = await sent(counter, bruno, made, sql)
    assert (blocked["status"], blocked["blocked_reason"]) == ("blocked", "contract_payout_fee")
    await counter.run_job("payouts.due")
    assert (await read(bruno, made.json()["id"]))["status"] == "blocked"
    sql("create or replace function contract_stop(p_company int) returns text language sql stable as $$ select null $$")
    await counter.run_job("payouts.due")
    assert (await sent(counter, bruno, made, sql))["status"] == "done"
