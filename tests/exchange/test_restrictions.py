"""Nothing is bought for whoever compliance holds: a listed client or merchant, a blocked merchant, a counterparty that a list names."""

from typing import Any

import pytest

from conftest import Sql, Work
from people import Person
from support.blocks import PAYER, blocked
from support.charges import Counter, offenders
from support.exchange import CLOSINGS, OPERATIONS, ExchangeDesk
from support.lists import HITS, PEOPLE, united_nations, uploaded

CLIENT: dict[str, Any] = {"client_name": "Ana Lima", "client_document": PAYER}
BODY = {"currency": "USD", "direction": "out", "amount": {"amount": 10_000, "currency": "USD"}, **CLIENT}
DRAFT = {"currency": "USD", "direction": "out"}
NAMED = PEOPLE[0]


@pytest.fixture
async def bank(desk: ExchangeDesk, counter: Counter, bruno: Person) -> str:
    bank = await desk.ready()
    await counter.paid(bruno, 1_000_000)
    return bank


async def listed(diego: Person, effect: str = "hold") -> dict[str, Any]:
    return await blocked(diego, lane="sanctions", effect=effect, direction="both", cause="sanctions_list")


async def un_names(diego: Person, work: Work) -> None:
    people = [(f"QDi.{at}", name, "1970-01-01") for at, name in enumerate(PEOPLE)]
    assert (await uploaded(diego, "un", united_nations(*people))).status_code == 201
    await work()


async def held(diego: Person, bank: str) -> list[dict[str, Any]]:
    """What a new closing leaves out; there is something else that it takes."""
    drafted = await diego.post(CLOSINGS, DRAFT | {"bank": bank})
    assert drafted.status_code == 201, drafted.text
    return (await diego.get(f"{CLOSINGS}/{drafted.json()['id']}")).json()["left_out"]


@pytest.mark.parametrize("effect", ["refuse", "hold"])
async def test_a_listed_client_is_quoted_nothing_and_nobody_hears_why(
    bank: str, diego: Person, bruno: Person, effect: str, sql: Sql
) -> None:
    await listed(diego, effect=effect)
    # A refusal is no outcome: who repeats it is refused again, and each try is written down.
    for said in [await bruno.post(OPERATIONS, BODY, key="one-quote") for _ in range(2)]:
        assert (said.status_code, said.json()["message"]) == (409, "under_review")
        assert "sanction" not in said.text.lower()
    assert sql("select count(*) from exchange_operation") == [(0,)]
    assert (
        sql("select flow, effect, merchant_id, party_document, amount > 0 from block_refusal")
        == [("exchange", "refuse", 2, CLIENT["client_document"], True)] * 2
    )


async def test_an_entry_that_comes_after_the_quote_binds_when_the_price_is_taken(
    bank: str, desk: ExchangeDesk, diego: Person, bruno: Person, sql: Sql
) -> None:
    quoted = await desk.quote(bruno, 10_000, **CLIENT)
    await listed(diego)
    said = await bruno.post(f"{OPERATIONS}/{quoted['id']}/book")
    assert (said.status_code, said.json()["message"]) == (409, "under_review")
    assert sql("select state from exchange_operation") == [("quoted",)]
    assert sql("select count(*) from ledger_journal where kind like 'exchange%%'") == [(0,)]


async def test_a_blocked_merchant_exchanges_nothing(bank: str, desk: ExchangeDesk, bruno: Person, sql: Sql) -> None:
    quoted = await desk.quote(bruno, 10_000, **CLIENT)
    sql("update company set status = 'blocked', blocked_out = true, status_reason = 'em análise' where id = 2")
    for said in (await bruno.post(OPERATIONS, BODY), await bruno.post(f"{OPERATIONS}/{quoted['id']}/book")):
        assert (said.status_code, said.json()["message"], said.json()["error"]) == (
            409,
            "company_blocked",
            "em análise",
        )


async def test_a_closing_leaves_out_whoever_was_listed_after_funding_and_says_no_more(
    bank: str, desk: ExchangeDesk, diego: Person, bruno: Person
) -> None:
    await desk.booked(bruno, 10_000, **CLIENT)
    await desk.booked(bruno, 20_000, client_name="Rui Sá", client_document="11144477735")
    await listed(diego)
    (left,) = await held(diego, bank)
    assert (left["foreign"]["amount"], left["lacks"]) == (10_000, ["under_review"])


async def test_a_closing_is_not_closed_while_one_of_its_operations_is_held(
    bank: str, desk: ExchangeDesk, diego: Person, eva: Person, bruno: Person, sql: Sql
) -> None:
    await desk.booked(bruno, 10_000, **CLIENT)
    closing = await desk.agreed(bank, "5.4120")
    entry = await listed(diego)
    path = f"{CLOSINGS}/{closing['id']}"
    record = (await eva.get(path)).json()
    assert {each["name"]: each["state"] for each in record["checks"]}["operations"] == "failed"
    refused = await eva.post(f"{path}/close", {"plan": record["plan"]})
    assert (refused.status_code, refused.json()["message"]) == (409, "operation_under_review")
    assert sql("select state from exchange_operation") == [("funded",)]
    sql("update block_entry set ended_at = now(), ended_as = 'lifted', ended_by = 'e', ended_by_id = gen_random_uuid(), end_reason = 'engano'"
        f" where id = '{entry['id']}'")  # fmt: skip
    assert (await desk.close(eva, closing["id"]))["state"] == "closed"
    assert offenders(desk.counter.url) == {}


async def test_nothing_is_bought_for_a_counterparty_that_was_not_compared_with_the_lists(
    bank: str, desk: ExchangeDesk, diego: Person, bruno: Person, work: Work, sql: Sql
) -> None:
    await desk.booked(bruno, 20_000, **CLIENT)
    await desk.booked(bruno, 10_000, compared=False, counterparty="Quiet Harbour Ltd", **CLIENT)
    (left,) = await held(diego, bank)
    assert (left["foreign"]["amount"], left["lacks"]) == (10_000, ["under_review"])
    await work()
    assert sql("select name, waiting, cardinality(keys) > 0 from screened_party where name like 'Quiet%%'") == [
        ("Quiet Harbour Ltd", False, True)
    ]
    drafted = await diego.post(CLOSINGS, DRAFT | {"bank": bank})
    assert (drafted.status_code, drafted.json()["operations"]) == (201, 1)


async def test_a_counterparty_that_a_list_of_sanctions_names_waits_for_a_person_who_confirms_or_clears_it(
    bank: str, desk: ExchangeDesk, diego: Person, bruno: Person, carla: Person, work: Work
) -> None:
    await un_names(diego, work)
    await desk.booked(bruno, 10_000, counterparty=NAMED, **CLIENT)
    await desk.booked(bruno, 20_000, **CLIENT)
    await work()
    (left,) = await held(diego, bank)
    assert (left["foreign"]["amount"], left["lacks"]) == (10_000, ["under_review"])
    (hit,) = (await diego.get(HITS)).json()
    record = (await diego.get(f"{HITS}/{hit['id']}")).json()
    assert (record["party"]["source"], record["party"]["merchant_id"]) == ("counterparty", 2)
    for stranger in (bruno, carla):
        assert (await stranger.get(f"{HITS}/{hit['id']}")).status_code in (403, 404)
    confirmed = await diego.post(
        f"{HITS}/{hit['id']}/decide", {"decision": "confirm", "why": "same_person", "comment": "nome e país conferem"}
    )
    assert confirmed.status_code == 200, confirmed.text
    refused = await bruno.post(OPERATIONS, BODY | {"counterparty": NAMED})
    assert (refused.status_code, refused.json()["message"]) == (409, "under_review")
    cleared = await diego.post(
        f"{HITS}/{hit['id']}/decide", {"decision": "reopen", "why": "mistake", "comment": "aberto por engano"}
    )
    assert cleared.status_code == 200
    decided = await diego.post(
        f"{HITS}/{hit['id']}/decide", {"decision": "not_the_one", "why": "homonym", "comment": "outra pessoa"}
    )
    assert decided.status_code == 200, decided.text
    assert (await bruno.post(OPERATIONS, BODY | {"counterparty": NAMED})).status_code == 201
    drafted = await diego.post(CLOSINGS, DRAFT | {"bank": bank})
    assert (drafted.status_code, drafted.json()["operations"]) == (201, 1)


async def test_a_list_that_comes_later_holds_who_was_clear_before(
    bank: str, desk: ExchangeDesk, diego: Person, bruno: Person, work: Work
) -> None:
    await desk.booked(bruno, 10_000, counterparty=NAMED, **CLIENT)
    await desk.booked(bruno, 20_000, **CLIENT)
    await work()
    await un_names(diego, work)
    (left,) = await held(diego, bank)
    assert left["lacks"] == ["under_review"]


async def test_nothing_is_bought_for_a_client_who_was_not_compared_with_the_lists(
    bank: str, desk: ExchangeDesk, diego: Person, bruno: Person, work: Work, sql: Sql
) -> None:
    await desk.booked(bruno, 20_000, **CLIENT)
    await desk.booked(bruno, 10_000, compared=False, client_name="Rui Sá", client_document="11144477735")
    (left,) = await held(diego, bank)
    assert (left["foreign"]["amount"], left["lacks"]) == (10_000, ["under_review"])
    await work()
    assert sql(
        "select name, document, waiting, cardinality(keys) > 0 from screened_party where source = 'client' order by 1"
    ) == [
        ("Ana Lima", PAYER, False, True),
        ("Rui Sá", "11144477735", False, True),
    ]
    drafted = await diego.post(CLOSINGS, DRAFT | {"bank": bank})
    assert (drafted.status_code, drafted.json()["operations"]) == (201, 1)


async def test_a_client_whose_name_a_list_of_sanctions_has_waits_for_a_person_who_confirms_or_clears_it(
    bank: str, desk: ExchangeDesk, diego: Person, bruno: Person, carla: Person, work: Work, sql: Sql
) -> None:
    await un_names(diego, work)
    named: dict[str, Any] = {"client_name": NAMED, "client_document": "11144477735"}
    quoted = await desk.quote(bruno, 5_000, **named)
    await desk.booked(bruno, 10_000, **named)
    await desk.booked(bruno, 20_000, **CLIENT)
    (left,) = await held(diego, bank)
    assert (left["foreign"]["amount"], left["lacks"]) == (10_000, ["under_review"])
    (hit,) = (await diego.get(HITS)).json()
    record = (await diego.get(f"{HITS}/{hit['id']}")).json()
    assert (record["party"]["source"], record["party"]["merchant_id"]) == ("client", 2)
    for stranger in (bruno, carla):
        assert (await stranger.get(f"{HITS}/{hit['id']}")).status_code in (403, 404)

    async def decide(decision: str, why: str) -> None:
        body = {"decision": decision, "why": why, "comment": "nome e país comparados"}
        said = await diego.post(f"{HITS}/{hit['id']}/decide", body)
        assert said.status_code == 200, said.text

    await decide("not_the_one", "homonym")
    assert (await bruno.post(OPERATIONS, BODY | named)).status_code == 201
    await decide("reopen", "mistake")
    await decide("confirm", "same_person")
    # Who is listed for certain is on the block list too; without that entry the name is enough. A new quote, and one from before.
    for _ in range(2):
        for said in (await bruno.post(OPERATIONS, BODY | named), await bruno.post(f"{OPERATIONS}/{quoted['id']}/book")):
            assert (said.status_code, said.json()["message"]) == (409, "under_review")
            assert "sanction" not in said.text.lower()
        sql(
            "update block_entry set ended_at = now(), ended_as = 'lifted', ended_by = 'e', ended_by_id = gen_random_uuid(), end_reason = 'engano'"
            " where ended_at is null"
        )
    # Another client of the same name is another person, and is compared by themselves.
    other = await bruno.post(OPERATIONS, BODY | named | {"client_document": PAYER})
    assert other.status_code == 201, other.text
    assert (await bruno.post(OPERATIONS, BODY)).status_code == 201
