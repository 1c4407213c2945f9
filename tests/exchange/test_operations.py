"""Operations: a price holds for a time, is booked once, and every minor unit of it stands in the ledger."""

import asyncio
from typing import Any
from uuid import uuid4

import pytest

from conftest import Sql
from people import Person
from support.charges import Counter
from support.exchange import AGREEMENT, AGREEMENTS, OPERATIONS, ExchangeDesk

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")


async def test_a_price_adds_up_from_the_reference_rate_to_the_total_and_is_booked_once(
    desk: ExchangeDesk, counter: Counter, bruno: Person, diego: Person, sql: Sql
) -> None:
    await desk.ready(fee=150)
    await counter.paid(bruno, 100_000)
    key = str(uuid4())
    body = {"currency": "USD", "direction": "out", "amount": {"amount": 10_000, "currency": "USD"}}
    first, second = [await bruno.post(OPERATIONS, body, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content)
    quoted = first.json()
    # 5.4080 and 1.2 %: 5.472896; of 100.00 USD 547.29, tax 3.5 % of that, and the fee.
    assert (quoted["rate"], quoted["price"]["amount"], quoted["tax"]["amount"]) == ("5.472896", 54_729, 1_916)
    assert (quoted["total"]["amount"], quoted["vet"], quoted["state"]) == (54_729 + 1_916 + 150, "5.6795", "quoted")
    before = (await counter.balances(bruno))["available"]
    book = f"{OPERATIONS}/{quoted['id']}/book"
    booked = await bruno.post(book)
    assert (booked.status_code, booked.json()["state"]) == (200, "funded"), booked.text
    assert (await counter.balances(bruno))["available"] == before - quoted["total"]["amount"]
    again = await bruno.post(book)
    assert (again.status_code, again.json()["message"]) == (409, "operation_not_in_state")
    assert sql(
        "select a.code, a.currency, sum(e.amount)::int from ledger_account a join ledger_entry e on e.account_id = a.id"
        " join ledger_journal j on j.id = e.journal_id and j.kind = 'exchange.booked'"
        " group by 1, 2 order by 1, 2"
    ) == [
        ("available", "BRL", -56_795),
        ("exchange", "USD", 10_000),
        ("fx_fees", "BRL", 150),
        ("fx_position", "BRL", 54_729),
        ("fx_position", "USD", -10_000),
        ("iof_payable", "BRL", 1_916),
    ]
    inside = (await diego.get(f"{OPERATIONS}/{quoted['id']}")).json()["inside"]
    assert (inside["ptax"], inside["spread"]["amount"]) == ("5.408", 54_729 - 54_080)


async def test_a_total_at_home_buys_the_most_that_fits_in_it(
    desk: ExchangeDesk, counter: Counter, bruno: Person
) -> None:
    await desk.ready()
    body = {"currency": "USD", "direction": "out", "amount": {"amount": 100_000, "currency": "BRL"}}
    quoted = (await bruno.post(OPERATIONS, body)).json()
    unit = quoted["total"]["amount"] / quoted["foreign"]["amount"]
    assert 0 <= 100_000 - quoted["total"]["amount"] < unit + 1


@pytest.mark.parametrize(("currency", "sell", "amount"), [("JPY", "0.0361", 12_345), ("TND", "1.7420", 9_999)])
async def test_yen_have_no_decimals_and_dinars_three(
    desk: ExchangeDesk, counter: Counter, bruno: Person, currency: str, sell: str, amount: int
) -> None:
    await desk.ready(currency, "0.01", sell)
    await counter.paid(bruno, 100_000)
    booked = await desk.booked(bruno, amount, currency)
    places = {"JPY": 0, "TND": 3}[currency]
    exact = amount * float(booked["rate"]) / 10**places * 100
    assert abs(booked["price"]["amount"] - exact) <= 0.5
    assert booked["foreign"] == {"amount": amount, "currency": currency}


async def test_a_price_that_ran_out_books_nothing(
    desk: ExchangeDesk, counter: Counter, bruno: Person, sql: Sql
) -> None:
    await desk.ready()
    await counter.paid(bruno, 100_000)
    quoted = await desk.quote(bruno, 1_000)
    sql("alter table exchange_operation disable trigger user")
    sql("update exchange_operation set expires_at = clock_timestamp() - interval '1 second'")
    sql("alter table exchange_operation enable trigger user")
    late = await bruno.post(f"{OPERATIONS}/{quoted['id']}/book")
    assert (late.status_code, late.json()["message"]) == (409, "price_ran_out")
    await counter.run_job("exchange.tend_operations")
    assert (await bruno.get(f"{OPERATIONS}/{quoted['id']}")).json()["state"] == "expired"
    assert sql("select count(*) from ledger_journal where kind like 'exchange.%%'") == [(0,)]


async def test_of_fifty_people_who_book_a_price_at_its_end_nobody_books_it_late_and_one_at_most_books_it(
    desk: ExchangeDesk, counter: Counter, bruno: Person, sql: Sql
) -> None:
    await desk.ready()
    await counter.paid(bruno, 100_000)
    quoted = await desk.quote(bruno, 1_000)
    sql("alter table exchange_operation disable trigger user")
    sql("update exchange_operation set expires_at = clock_timestamp() + interval '300 milliseconds'")
    sql("alter table exchange_operation enable trigger user")
    path = f"{OPERATIONS}/{quoted['id']}/book"
    said = await asyncio.gather(*(bruno.post(path) for _ in range(50)))
    assert sum(each.status_code == 200 for each in said) <= 1
    assert {each.json()["message"] for each in said if each.status_code != 200} <= {
        "price_ran_out",
        "operation_not_in_state",
    }
    booked = sql("select count(*) from exchange_operation where booked_at is not null and booked_at <= expires_at")
    assert booked == sql("select count(*) from ledger_journal where kind = 'exchange.booked'")


async def test_a_booking_without_money_waits_for_it_and_gets_it_by_the_clock(
    desk: ExchangeDesk, counter: Counter, bruno: Person
) -> None:
    await desk.ready()
    booked = await desk.booked(bruno, 1_000)
    assert booked["state"] == "awaiting_funds"
    await counter.run_job("exchange.tend_operations")
    assert (await bruno.get(f"{OPERATIONS}/{booked['id']}")).json()["state"] == "awaiting_funds"
    await counter.paid(bruno, 100_000)
    for _ in range(2):
        await counter.run_job("exchange.tend_operations")
    assert (await bruno.get(f"{OPERATIONS}/{booked['id']}")).json()["state"] == "funded"


async def test_a_paid_charge_of_a_merchant_that_collects_becomes_one_operation(
    desk: ExchangeDesk, counter: Counter, bruno: Person, sql: Sql
) -> None:
    await counter.paid(bruno, 5_000)
    await desk.ready(collects=True)
    charge = await counter.paid(bruno, 10_000)
    await counter.work()
    [row] = (await bruno.get(OPERATIONS)).json()
    assert (row["kind"], row["state"], row["end_to_end_id"]) == ("collected", "funded", charge["end_to_end_id"])
    net = 10_000 - charge["fee"]["amount"]
    assert 0 <= net - row["total"]["amount"] <= 6
    assert "ptax" not in row
    assert "bank" not in row


async def test_what_lacks_something_says_so_and_is_completed(
    desk: ExchangeDesk, counter: Counter, bruno: Person
) -> None:
    await desk.ready(country=None, counterparty=None)
    quoted = await desk.quote(bruno, 1_000, client_name="Ana Lima")
    assert quoted["lacks"] == ["client_document", "counterparty", "country"]
    wrong = await bruno.post(f"{OPERATIONS}/{quoted['id']}/complete", {"country": "BR"})
    assert (wrong.status_code, wrong.json()["message"]) == (400, {"country": ["country_home"]})
    body = {"country": "DE", "counterparty": "Software GmbH", "client_document": "529.982.247-25"}
    for _ in range(2):
        said = await bruno.post(f"{OPERATIONS}/{quoted['id']}/complete", body)
        # A merchant's people see their client's CPF masked.
        assert (said.status_code, said.json()["lacks"], said.json()["client_document"]) == (200, [], "***.982.247-**")


async def test_an_operation_that_is_returned_before_closing_leaves_nothing(
    desk: ExchangeDesk, counter: Counter, bruno: Person, diego: Person
) -> None:
    await desk.ready()
    await counter.paid(bruno, 100_000)
    before = (await counter.balances(bruno))["available"]
    booked = await desk.booked(bruno, 1_000)
    path = f"{OPERATIONS}/{booked['id']}/return"
    assert (await bruno.post(path, {"reason": "desistência"})).status_code == 404
    said = await diego.post(path, {"reason": "desistência"})
    assert (said.status_code, said.json()["state"]) == (200, "returned")
    assert (await counter.balances(bruno))["available"] == before
    again = await diego.post(path, {"reason": "desistência"})
    assert (again.status_code, again.json()["message"]) == (409, "operation_not_in_state")


async def test_a_stranger_finds_no_operation_and_no_agreement(
    desk: ExchangeDesk, counter: Counter, bruno: Person, carla: Person, diego: Person, sql: Sql
) -> None:
    await desk.ready()
    quoted = await desk.quote(bruno, 1_000)
    sql("update role set permissions = permissions || '{efx::merchantAgreement:read,efx::merchantAgreement:write}'")
    sql(
        "update person set totp_secret = (select totp_secret from person where email = %s) where email = %s",
        bruno.email,
        carla.email,
    )
    stranger = await Person(carla.client, carla.email).sign_in()
    assert (await stranger.get(OPERATIONS)).json() == []
    assert (await stranger.get(AGREEMENTS)).json() == []
    assert (await stranger.get(f"{OPERATIONS}/{quoted['id']}")).status_code == 404
    assert (await stranger.get(f"/v1/trail/exchange-operations/{quoted['id']}")).status_code == 404
    for action, body in (("book", {}), ("cancel", {"reason": "porque sim"}), ("complete", {}), ("receive", {}), ("return", {"reason": "abc"})):  # fmt: skip
        assert (await stranger.post(f"{OPERATIONS}/{quoted['id']}/{action}", body)).status_code == 404, action
    # An agreement is staff's to write, also on one's own company.
    assert (await stranger.post(AGREEMENTS, AGREEMENT)).status_code == 404


async def test_lists_of_many_currencies_are_counted_and_added_up_at_home(
    desk: ExchangeDesk, counter: Counter, bruno: Person, diego: Person
) -> None:
    await desk.ready()
    await desk.rate("JPY", "0.01", "0.0361")
    await desk.agree(currency="JPY")
    total = sum([(await desk.quote(bruno, 1_000, currency))["total"]["amount"] for currency in ("USD", "JPY")])
    facets = (await diego.get(f"{OPERATIONS}/facets")).json()
    assert facets["total"]["count"] == 2
    assert facets["total"]["sums"]["total"][0]["amount"] == total
    assert "foreign" not in facets["total"]["sums"]


async def test_a_merchant_never_learns_bank_reference_rate_or_spread(
    desk: ExchangeDesk, counter: Counter, bruno: Person, diego: Person, eva: Person
) -> None:
    bank = await desk.ready()
    await counter.paid(bruno, 1_000_000)
    booked = await desk.booked(bruno, 10_000, client_name="Ana Lima", client_document="52998224725")
    closing = await desk.agreed(bank, "5.42")
    await desk.close(eva, closing["id"])
    told: list[Any] = [
        (await bruno.get(OPERATIONS)).text,
        (await bruno.get(AGREEMENTS)).text,
        (await bruno.get(f"{OPERATIONS}/{booked['id']}")).text,
        (await bruno.get(f"/v1/trail/exchange-operations/{booked['id']}")).text,
    ]
    for text in told:
        # Not the second of a moment: a rate is a text of its own.
        assert '"5.408' not in text
        assert "Porto Alto" not in text
        assert "FX-" not in text
        assert '"spread"' not in text
    assert (await bruno.get("/v1/exchange/closings")).status_code == 404
    assert (await bruno.get("/v1/exchange/banks")).status_code == 403
