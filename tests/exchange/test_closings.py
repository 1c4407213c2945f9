"""Closings: one contract over many operations, by two people, of which every minor unit is explained and posted."""

import csv
import io
import re
import zlib
from decimal import Decimal
from itertools import count
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from conftest import Sql
from people import Person
from retaguarda.foundation.money import format_money
from support.approvals import Desk, standing_policy
from support.charges import Counter, offenders
from support.exchange import CLOSINGS, OPERATIONS, ExchangeDesk

CLIENT: dict[str, Any] = {"client_name": "Ana Lima", "client_document": "52998224725"}


@pytest.fixture
async def funded(desk: ExchangeDesk, counter: Counter, bruno: Person) -> str:
    """Three funded operations, the last of which lacks its client; the bank's id."""
    bank = await desk.ready()
    await counter.paid(bruno, 1_000_000)
    for amount, more in ((10_001, CLIENT), (20_003, CLIENT), (5_000, {})):
        await desk.booked(bruno, amount, **more)
    return bank


def balances(sql: Sql) -> dict[tuple[str, str], int]:
    rows = sql(
        "select a.code, a.currency, sum(e.amount)::bigint from ledger_account a join ledger_entry e on e.account_id = a.id"
        " where a.code like 'fx%%' or a.code in ('exchange', 'iof_payable') group by 1, 2 having sum(e.amount) <> 0"
    )
    return {(code, currency): amount for code, currency, amount in rows}


async def test_a_closing_takes_what_is_complete_and_is_closed_by_somebody_else(
    funded: str, desk: ExchangeDesk, diego: Person, eva: Person, bruno: Person, sql: Sql
) -> None:
    key = str(uuid4())
    body = {"bank": funded, "currency": "USD", "direction": "out"}
    first, second = [await diego.post(CLOSINGS, body, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content)
    path = f"{CLOSINGS}/{first.json()['id']}"
    drafted = (await diego.get(path)).json()
    assert (drafted["operations"], drafted["foreign"]["amount"]) == (2, 30_004)
    [left] = drafted["left_out"]
    assert (left["lacks"], left["foreign"]["amount"]) == (["client_document", "client_name"], 5_000)
    assert drafted["position"] == {
        "open": {"amount": -35_004, "currency": "USD"},
        "closing": {"amount": 30_004, "currency": "USD"},
        "left": {"amount": -5_000, "currency": "USD"},
    }
    assert (await diego.post(f"{path}/agree", {"rate": "5.4120"})).status_code == 200
    read = (await eva.get(path)).json()
    result = read["result"]
    assert (
        sum(result[name]["amount"] for name in ("spread", "time", "rounding", "bank_cost", "tax"))
        == result["result"]["amount"]
    )
    assert read["contract"]["amount"] == 162_382  # 300.04 × 5.4120
    assert result["result"]["amount"] == read["clients"]["amount"] - 162_382
    own = await diego.post(f"{path}/close", {"plan": read["plan"]})
    assert (own.status_code, own.json()["message"]) == (409, "own_closing")
    key = str(uuid4())
    first, second = [await eva.post(f"{path}/close", {"plan": read["plan"]}, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (200, first.content), first.text
    again = await eva.post(f"{path}/close", {"plan": read["plan"]})
    assert (again.status_code, again.json()["message"]) == (409, "closing_not_in_state")
    assert sql("select count(*) from ledger_journal where kind = 'exchange.closed'") == [(1,)]
    states = {row["foreign"]["amount"]: row["state"] for row in (await bruno.get(OPERATIONS)).json()}
    assert states == {10_001: "closed", 20_003: "closed", 5_000: "funded"}
    assert offenders(desk.counter.url) == {}


async def test_both_sides_are_settled_once_and_leave_the_bank_nothing(
    funded: str, desk: ExchangeDesk, diego: Person, eva: Person, sql: Sql
) -> None:
    closing = (await desk.agreed(funded, "5.4120"))["id"]
    await desk.close(eva, closing)
    assert balances(sql)[("fx_clearing.porto", "USD")] == -30_004
    path = f"{CLOSINGS}/{closing}"
    for side, state in (("home", "closed"), ("foreign", "settled")):
        said = await diego.post(f"{path}/settle", {"side": side, "reason": "extrato do banco"})
        assert (said.status_code, said.json()["state"]) == (200, state), said.text
        assert offenders(desk.counter.url) == {}
    twice = await diego.post(f"{path}/settle", {"side": "home", "reason": "extrato do banco"})
    assert (twice.status_code, twice.json()["message"]) == (409, "closing_not_in_state")
    left = balances(sql)
    # What lacks its client is still open, and so is its tax.
    assert {name for name in left if name[0].startswith("fx_clearing")} == set()
    assert left[("exchange", "USD")] == 5_000
    numbered = await diego.post(
        f"{path}/number", {"number": "000123456789", "uetr": "97ed4827-7b6f-4491-a06f-b548d5a7512d"}
    )
    assert numbered.json()["number"] == "000123456789"
    other = await diego.post(f"{path}/number", {"number": "1"})
    assert (other.status_code, other.json()["message"]) == (409, "number_known")


async def test_a_plan_that_somebody_read_before_a_change_closes_nothing(
    funded: str, desk: ExchangeDesk, diego: Person, eva: Person, sql: Sql
) -> None:
    closing = (await desk.agreed(funded, "5.4120"))["id"]
    path = f"{CLOSINGS}/{closing}"
    plan = (await eva.get(path)).json()["plan"]
    await desk.made(f"{path}/agree", {"rate": "5.4130"}, 200)
    said = await eva.post(f"{path}/close", {"plan": plan})
    assert (said.status_code, said.json()["message"]) == (409, "plan_changed")
    sql("update exchange_closing set rate_until = now() - interval '1 second'")
    plan = (await eva.get(path)).json()["plan"]
    said = await eva.post(f"{path}/close", {"plan": plan})
    assert (said.status_code, said.json()["message"]) == (409, "rate_ran_out")


async def test_what_stands_in_a_closing_is_in_no_other_until_it_is_given_up(
    funded: str, desk: ExchangeDesk, diego: Person, sql: Sql
) -> None:
    closing = (await desk.agreed(funded, "5.4120"))["id"]
    body = {"bank": funded, "currency": "USD", "direction": "out"}
    empty = await diego.post(CLOSINGS, body)
    assert (empty.status_code, empty.json()["message"]) == (409, "closing_empty")
    [(operation,)] = sql("select operation_id::text from exchange_closing_line limit 1")
    with pytest.raises(psycopg.errors.UniqueViolation):
        sql(
            "insert into exchange_closing_line (closing_id, merchant_id, operation_id)"
            " select gen_random_uuid(), 2, operation_id from exchange_closing_line limit 1"
        )
    kept = await diego.post(f"{OPERATIONS}/{operation}/return", {"reason": "pagamento devolvido"})
    assert (kept.status_code, kept.json()["message"]) == (409, "operation_in_closing")
    kept = await diego.post(f"{OPERATIONS}/{operation}/complete", {"country": "DE"})
    assert (kept.status_code, kept.json()["message"]) == (409, "operation_in_closing")
    rejected = await diego.post(f"{CLOSINGS}/{closing}/end", {"outcome": "rejected", "reason": "limite do banco"})
    assert (rejected.status_code, rejected.json()["state"]) == (200, "rejected")
    assert (await diego.post(CLOSINGS, body)).status_code == 201
    assert offenders(desk.counter.url) == {}


async def test_a_merchant_changes_nothing_of_what_stands_in_a_closing_that_it_does_not_see(
    funded: str, desk: ExchangeDesk, bruno: Person, sql: Sql
) -> None:
    await desk.agreed(funded, "5.4120")
    [(operation,)] = sql("select operation_id::text from exchange_closing_line limit 1")
    kept = await bruno.post(f"{OPERATIONS}/{operation}/complete", {"country": "DE"})
    assert (kept.status_code, kept.json()["message"]) == (409, "operation_in_closing")


async def test_a_closing_under_a_policy_is_closed_by_who_approves_it(
    funded: str, desk: ExchangeDesk, diego: Person, eva: Person, sql: Sql
) -> None:
    """The approver's transaction is the provider's; it sees the operations of all merchants nevertheless."""
    closing = (await desk.agreed(funded, "5.4120"))["id"]
    sql("update exchange_closing set makers = '{}'")
    standing_policy(sql, "exchange:closing:close")
    path = f"{CLOSINGS}/{closing}"
    held = await diego.post(f"{path}/close", {"plan": (await diego.get(path)).json()["plan"]})
    assert held.status_code == 202, held.text
    done = await Desk(sql).approve(eva, held.json()["request"]["id"])
    assert done.status_code == 200, done.text
    assert (await diego.get(path)).json()["state"] == "closed"
    assert offenders(desk.counter.url) == {}


async def test_more_than_the_banks_line_is_not_closed(
    desk: ExchangeDesk, counter: Counter, bruno: Person, diego: Person, eva: Person
) -> None:
    bank = await desk.ready()
    await counter.paid(bruno, 1_000_000)
    await desk.booked(bruno, 10_000, **CLIENT)
    change = {"line": {"amount": 50_000, "currency": "BRL"}, "reason": "limite novo do banco"}
    await desk.made(f"/v1/exchange/banks/{bank}/change", change, 200)
    closing = (await desk.agreed(bank, "5.4120"))["id"]
    read = (await eva.get(f"{CLOSINGS}/{closing}")).json()
    assert {each["name"]: each["state"] for each in read["checks"]}["line"] == "failed"
    said = await eva.post(f"{CLOSINGS}/{closing}/close", {"plan": read["plan"]})
    assert (said.status_code, said.json()["message"]) == (409, "line_exceeded")


async def test_what_is_returned_after_closing_is_sold_again_at_the_price_of_that_day(
    funded: str, desk: ExchangeDesk, diego: Person, eva: Person, bruno: Person, sql: Sql
) -> None:
    closing = (await desk.agreed(funded, "5.4120"))["id"]
    await desk.close(eva, closing)
    [(operation,)] = sql("select id::text from exchange_operation where foreign_amount = 10001")
    said = await diego.post(f"{OPERATIONS}/{operation}/return", {"reason": "pagamento devolvido"})
    assert (said.status_code, said.json()["state"]) == (200, "reversed"), said.text
    other = (await diego.get(f"{OPERATIONS}/{operation}")).json()["reversed_by"]
    back = (await diego.get(f"{OPERATIONS}/{other}")).json()
    assert (back["kind"], back["direction"], back["state"], back["reverses"]) == (
        "returned",
        "in",
        "awaiting_funds",
        operation,
    )
    for side in ("home", "foreign"):
        await desk.made(f"{CLOSINGS}/{closing}/settle", {"side": side, "reason": "extrato do banco"}, 200)
    received = await diego.post(f"{OPERATIONS}/{other}/receive")
    assert (received.status_code, received.json()["state"]) == (200, "funded"), received.text
    assert offenders(desk.counter.url) == {}
    bought = (await desk.agreed(funded, "5.39", direction="in"))["id"]
    await desk.close(eva, bought)
    for side in ("home", "foreign"):
        await desk.made(f"{CLOSINGS}/{bought}/settle", {"side": side, "reason": "extrato do banco"}, 200)
        assert offenders(desk.counter.url) == {}
    assert (await diego.get(f"{OPERATIONS}/{other}")).json()["state"] == "settled"


async def test_every_currency_closes_with_its_own_decimals(
    desk: ExchangeDesk, counter: Counter, bruno: Person, eva: Person
) -> None:
    await desk.rule("0.38")
    await desk.rule("0.38", direction="in")
    await counter.paid(bruno, 5_000_000)
    bank = await desk.bank("JPY", "TND", "USD")
    for currency, sell, rate, number in (
        ("JPY", "0.0361", "0.0363", count(333, 7)),
        ("TND", "1.742", "1.7501", count(1_001, 13)),
        ("USD", "5.408", "5.412", count(101, 3)),
    ):
        await desk.rate(currency, "0.01", sell)
        await desk.agree(currency=currency, collects=False)
        amounts = [next(number) for _ in range(7)]
        for amount in amounts:
            await desk.booked(bruno, amount, currency, **CLIENT)
        agreed = await desk.agreed(bank, rate, currency)
        read = (await eva.get(f"{CLOSINGS}/{agreed['id']}")).json()
        numbers: dict[str, Any] = read["result"]
        parts = [numbers[name]["amount"] for name in ("spread", "time", "rounding", "bank_cost", "tax")]
        assert sum(parts) == numbers["result"]["amount"] == read["clients"]["amount"] - read["contract"]["amount"]
        assert read["foreign"] == {"amount": sum(amounts), "currency": currency}
        # What the only client pays for a unit is what all pay, to the last place.
        assert [part["mean_rate"] for part in read["merchants"]] == [read["mean_rate"]]
        await desk.close(eva, agreed["id"])
        assert offenders(desk.counter.url) == {}


#: What somebody with the database's password could do → the invariant that says so.
BROKEN: dict[str, str] = {
    "exchange_position_is_what_is_open": "update exchange_operation set foreign_amount = foreign_amount + 1 where state = 'funded'",
    "exchange_closing_leaves_nothing": "update exchange_operation set price = price + 1 where state = 'closed'",
    "exchange_clearing_is_what_is_unsettled": "update exchange_closing set home_settled_at = now()",
    "exchange_tax_is_by_its_rule": "update exchange_operation set tax = tax + 1 where state = 'funded'",
    "exchange_rounding_is_bounded": "update exchange_closing set rounding = rounding + 100",
    "exchange_operation_closes_once": "update exchange_closing_line set living = false",
    "exchange_price_was_in_time": "alter table exchange_operation drop constraint exchange_price_in_time;"
    " update exchange_operation set booked_at = expires_at + interval '1 second'",
    "exchange_operation_is_paid_in_full": "update exchange_operation set fee = fee + 1 where state = 'funded'",
    "exchange_clients_are_compared": "update exchange_operation set client_name = 'Rui Sem Lista' where state = 'closed'",
    "exchange_counterparties_are_compared": "update exchange_operation set counterparty = 'Harbour Ltd' where state = 'closed'",
}


@pytest.mark.parametrize("name", sorted(BROKEN))
async def test_verify_finds_what_was_changed_behind_the_programs_back(
    funded: str, desk: ExchangeDesk, eva: Person, sql: Sql, name: str
) -> None:
    await desk.close(eva, (await desk.agreed(funded, "5.4120"))["id"])
    assert offenders(desk.counter.url) == {}
    for table in ("exchange_operation", "exchange_closing", "exchange_closing_line"):
        sql(f"alter table {table} disable trigger user")
    for statement in BROKEN[name].split(";"):
        sql(statement)
    assert name in offenders(desk.counter.url)


async def test_a_merchant_with_every_permission_finds_no_closing(
    funded: str, desk: ExchangeDesk, bruno: Person
) -> None:
    closing = (await desk.agreed(funded, "5.4120"))["id"]
    path = f"{CLOSINGS}/{closing}"
    assert (await bruno.get(CLOSINGS)).status_code == 404
    assert (await bruno.get(path)).status_code == 404
    body = {"bank": funded, "currency": "USD", "direction": "out"}
    assert (await bruno.post(CLOSINGS, body)).status_code == 404
    for action, given in (
        ("agree", {"rate": "1"}),
        ("close", {"plan": "0" * 64}),
        ("number", {"number": "1"}),
        ("settle", {"side": "home", "reason": "abc"}),
        ("end", {"outcome": "cancelled", "reason": "abc"}),
    ):
        assert (await bruno.post(f"{path}/{action}", given)).status_code == 404


def text_of(content: bytes) -> str:
    """Return what a PDF draws."""
    streams = [zlib.decompress(packed) for packed in re.findall(rb"stream\n(.*?)\nendstream", content, re.DOTALL)]
    shown = [each for stream in streams for each in re.findall(rb"\((.*)\) Tj", stream)]
    return b"\n".join(shown).decode("cp1252").replace("\\", "")


async def test_the_bordereau_of_a_closing_and_of_an_operation_adds_up_in_both_languages(
    funded: str, desk: ExchangeDesk, eva: Person, bruno: Person, carla: Person
) -> None:
    closing = await desk.agreed(funded, "5.4120")
    path = f"{CLOSINGS}/{closing['id']}/bordereau"
    early = await eva.get(path)
    assert (early.status_code, early.json()["message"]) == (409, "closing_not_in_state")
    closed = await desk.close(eva, closing["id"])
    said = await eva.get(path, format="csv", locale="pt")
    assert said.status_code == 200, said.text
    heading, *rows, total = list(csv.reader(io.StringIO(said.text.removeprefix("\ufeff")), delimiter=";"))
    assert (heading[0], heading[13], total[0]) == ("Operação", "Preço", "Total")
    assert [row[10] for row in rows] == ["100,01", "200,03"]
    for column, whole in ((10, closed["foreign"]), (13, closed["clients"]), (14, closed["tax"])):
        exact = Decimal(whole["amount"]).scaleb(-2)
        assert sum(Decimal(row[column].replace(",", ".")) for row in rows) == exact
        assert Decimal(total[column].replace(",", ".")) == exact
    assert all(row[3] == "***.982.247-**" for row in rows)
    printed = await eva.get(path, locale="en")
    text = text_of(printed.content)
    for word in ("Exchange bordereau", "Banco Porto Alto", "US$300.04", "R$1,623.82", rows[0][0], rows[1][0]):
        assert word in text, word
    # A merchant has its own operation's, without the bank and without what we earn.
    operation = next(each for each in (await bruno.get(OPERATIONS)).json() if each["reference"] == rows[0][0])
    own = f"{OPERATIONS}/{operation['id']}/bordereau"
    text = text_of((await bruno.get(own, locale="pt")).content)
    for amount in (operation["price"], operation["tax"], operation["total"]):
        assert format_money(amount["amount"], "BRL", "pt") in text
    assert "Porto Alto" not in text
    line = list(csv.reader(io.StringIO((await bruno.get(own, format="csv", locale="en")).text), delimiter=";"))[1]
    assert Decimal(line[16]) == Decimal(operation["total"]["amount"]).scaleb(-2)
    assert [(await carla.get(each)).status_code for each in (path, own)] == [403, 403]
    assert (await eva.get(path, format="xlsx")).status_code == 400
