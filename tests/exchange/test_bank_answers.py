"""A bank that gives prices and confirms by itself, and reference rates, over HTTP: what is lost on the way is asked again."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

import httpx
import pytest

from conftest import Sql
from people import Person
from retaguarda.app import App
from retaguarda.exchange.closings.jobs import AskingBanks
from retaguarda.exchange.rates.jobs import FetchRates
from retaguarda.exchange.rates.parse_rates import parse_rates
from retaguarda.foundation.jobs import TryAgain
from retaguarda.providers.exchange import ContractAsked, ExchangeDidNotAnswer, NoExchangeBanks, NoReferenceRates
from retaguarda.providers.exchange.http_client import BankGateway, Olinda
from retaguarda.settings import SANDBOX_SECRET
from retaguarda_sandbox.exchange import published
from support.charges import Counter, offenders
from support.exchange import BANKS, CLOSINGS, OPERATIONS, ExchangeDesk

CLIENT: dict[str, Any] = {"client_name": "Ana Lima", "client_document": "52998224725"}
Drafted = Callable[[int], Awaitable[str]]


@pytest.fixture
async def drafted(desk: ExchangeDesk, counter: Counter, bruno: Person) -> AsyncIterator[Drafted]:
    """A draft with a bank that answers, over one operation of so much."""
    bank = await desk.ready()
    changed = {"quotes": True, "reason": "contrato de API assinado"}
    for _ in range(2):
        assert (await desk.made(f"{BANKS}/{bank}/change", changed, 200))["quotes"]
    await counter.paid(bruno, 1_000_000)

    async def draft(amount: int) -> str:
        await desk.booked(bruno, amount, **CLIENT)
        body = {"bank": bank, "currency": "USD", "direction": "out"}
        return (await desk.made(CLOSINGS, body))["id"]

    yield draft
    await counter.work()
    assert offenders(counter.url) == {}


async def asked(desk: ExchangeDesk, closing: str) -> dict[str, Any]:
    await desk.made(f"{CLOSINGS}/{closing}/ask-rate", {}, 200)
    await desk.counter.work()
    return (await desk.diego.get(f"{CLOSINGS}/{closing}")).json()


async def pressed(eva: Person, closing: str) -> httpx.Response:
    plan = (await eva.get(f"{CLOSINGS}/{closing}")).json()["plan"]
    return await eva.post(f"{CLOSINGS}/{closing}/close", {"plan": plan})


async def test_a_bank_gives_a_price_and_confirms_the_contract_with_its_number_once(
    drafted: Drafted, desk: ExchangeDesk, counter: Counter, eva: Person, app: App, sql: Sql
) -> None:
    closing = await drafted(10_000)
    agreed = await asked(desk, closing)
    assert (agreed["state"], agreed["rate_source"], agreed["asked_rate_at"]) == ("agreed", "bank", None)
    # Whoever asked does not close it.
    own = await pressed(desk.diego, closing)
    assert (own.status_code, own.json()["message"]) == (409, "own_closing")
    said = await pressed(eva, closing)
    assert (said.status_code, said.json()["state"], said.json()["confirming_at"] is None) == (200, "agreed", False)
    # Until the bank has answered nobody gives it up, agrees anew or closes it again.
    for path, body in (
        ("end", {"outcome": "cancelled", "reason": "abc"}),
        ("agree", {"rate": "5"}),
        ("ask-rate", {}),
    ):
        late = await eva.post(f"{CLOSINGS}/{closing}/{path}", body)
        assert (late.status_code, late.json()["message"]) == (409, "closing_confirming"), path
    assert (await pressed(eva, closing)).json()["message"] == "closing_confirming"
    assert sql("select count(*) from ledger_journal where kind = 'exchange.closed'") == [(0,)]
    await counter.work()
    closed = (await eva.get(f"{CLOSINGS}/{closing}")).json()
    assert (closed["state"], closed["closed_by"], len(closed["number"])) == ("closed", eva.email, 12)
    # A worker that died after its work does it again.
    await AskingBanks(app.database, app.exchange_banks).confirm(closing)
    assert sql("select count(*) from ledger_journal where kind = 'exchange.closed'") == [(1,)]
    assert sql("select count(*), count(distinct number) from sandbox.exchange_contract") == [(1, 1)]


async def test_a_bank_that_refuses_frees_the_operations_and_tells_why(
    drafted: Drafted, desk: ExchangeDesk, counter: Counter, eva: Person, bruno: Person
) -> None:
    closing = await drafted(10_041)
    await asked(desk, closing)
    assert (await pressed(eva, closing)).status_code == 200
    await counter.work()
    ended = (await eva.get(f"{CLOSINGS}/{closing}")).json()
    assert (ended["state"], ended["reason"]) == ("rejected", "the line is under review")
    assert [row["state"] for row in (await bruno.get(OPERATIONS)).json()] == ["funded"]


async def test_a_bank_that_does_not_answer_is_asked_again_and_nothing_is_posted_meanwhile(
    drafted: Drafted, desk: ExchangeDesk, eva: Person, app: App, sql: Sql
) -> None:
    closing = await drafted(10_099)
    await asked(desk, closing)
    assert (await pressed(eva, closing)).status_code == 200
    asking = AskingBanks(app.database, app.exchange_banks)
    for _ in range(2):
        with pytest.raises(TryAgain):
            await asking.confirm(closing)
    assert (await eva.get(f"{CLOSINGS}/{closing}")).json()["confirming_at"]
    assert sql("select count(*) from ledger_journal where kind = 'exchange.closed'") == [(0,)]


async def test_an_answer_that_nobody_waits_for_any_more_is_not_taken(
    drafted: Drafted, desk: ExchangeDesk, counter: Counter, bruno: Person
) -> None:
    closing = await drafted(10_000)
    await desk.made(f"{CLOSINGS}/{closing}/ask-rate", {}, 200)
    typed = await desk.made(f"{CLOSINGS}/{closing}/agree", {"rate": "5.5"}, 200)
    assert (typed["rate_source"], typed["asked_rate_at"]) == ("typed", None)
    await counter.work()
    assert (await desk.diego.get(f"{CLOSINGS}/{closing}")).json()["rate"] == "5.5"
    assert (await bruno.post(f"{CLOSINGS}/{closing}/ask-rate", {})).status_code == 404


async def test_a_price_that_ran_out_makes_no_contract_with_us_or_with_the_bank(
    drafted: Drafted, desk: ExchangeDesk, counter: Counter, eva: Person, sql: Sql
) -> None:
    closing = await drafted(10_000)
    await asked(desk, closing)
    sql("update sandbox.exchange_quote set until = now() - interval '1 second'")
    assert (await pressed(eva, closing)).status_code == 200
    await counter.work()
    ended = (await eva.get(f"{CLOSINGS}/{closing}")).json()
    assert ended["state"] == "rejected"
    assert ended["reason"].startswith("the price stood until")


async def test_a_bank_without_a_gateway_gives_no_price(desk: ExchangeDesk, counter: Counter, bruno: Person) -> None:
    bank = await desk.ready()
    await counter.paid(bruno, 100_000)
    await desk.booked(bruno, 1_000, **CLIENT)
    closing = (await desk.made(CLOSINGS, {"bank": bank, "currency": "USD", "direction": "out"}))["id"]
    refused = await desk.diego.post(f"{CLOSINGS}/{closing}/ask-rate", {})
    assert (refused.status_code, refused.json()["message"]) == (409, "bank_gives_no_price")
    assert not NoExchangeBanks().connected


async def test_reference_rates_are_fetched_once_and_those_of_one_currency_fail_alone(
    desk: ExchangeDesk, app: App, sql: Sql
) -> None:
    await desk.bank("USD", "TND", "JPY")
    fetch = FetchRates(app.database, app.reference_rates)
    # Of the newest day another bulletin may come out while this test runs.
    of_days_before = (
        "select count(*), count(distinct currency), min(fetched_by) from exchange_rate"
        " where day < (select max(day) from exchange_rate)"
    )
    await fetch.run()
    known = sql(of_days_before)
    assert known[0][1:] == (3, "exchange")
    assert sql("select count(*) from event where name = 'exchange:rate:fetched'") == [(3,)]
    await fetch.run()
    assert sql(of_days_before) == known
    sql("alter table exchange_rate disable trigger user")
    sql("delete from exchange_rate")

    class OneIsAway:
        connected = True
        source = app.reference_rates.source

        async def published(self, currency: str, first: date, last: date) -> str:
            if currency == "JPY":
                raise ExchangeDidNotAnswer("it answered 503")
            return "<html>" if currency == "TND" else await app.reference_rates.published(currency, first, last)

    with pytest.raises(ExchangeDidNotAnswer, match="damaged"):
        await FetchRates(app.database, OneIsAway()).run()
    assert sql("select distinct currency from exchange_rate") == [("USD",)]
    await FetchRates(app.database, NoReferenceRates()).run()


def test_the_sandbox_publishes_as_the_central_bank_does() -> None:
    monday = datetime(2026, 11, 16, 18, 0, tzinfo=UTC)
    days = {
        str(each["dataHoraCotacao"])[:10] for each in published("USD", date(2026, 11, 13), date(2026, 11, 16), monday)
    }
    assert days == {"2026-11-13", "2026-11-16"}
    noon = published("USD", date(2026, 11, 16), date(2026, 11, 16), datetime(2026, 11, 16, 15, 30, tzinfo=UTC))
    assert [each["tipoBoletim"] for each in noon] == ["Abertura", "Intermediário", "Intermediário"]
    assert published("XXX", date(2026, 11, 16), date(2026, 11, 16), monday) == []


@pytest.mark.parametrize(
    ("status", "body"), [(500, b"{}"), (200, b"[]"), (200, b'{"id":"a"}'), (201, b"not json"), (409, b"<html>")]
)
async def test_a_damaged_answer_is_none(status: int, body: bytes) -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(status, content=body))
    gateway = BankGateway("http://bank", SANDBOX_SECRET, transport)
    with pytest.raises(ExchangeDidNotAnswer):
        await gateway.confirm("porto", UUID(int=1), ContractAsked("a", 1))
    if status == 500:
        with pytest.raises(ExchangeDidNotAnswer):
            await Olinda("http://bcb", transport).published("USD", date(2026, 1, 2), date(2026, 1, 2))


def test_rates_of_the_sandbox_are_read_to_the_last_digit() -> None:
    (rate,) = parse_rates(
        '{"value":[{"cotacaoCompra":0.03612,"cotacaoVenda":0.03614,"dataHoraCotacao":"2026-11-16 13:06:00.000","tipoBoletim":"Fechamento PTAX"}]}'
    )
    assert (rate.buy, rate.sell) == (Decimal("0.03612"), Decimal("0.03614"))
