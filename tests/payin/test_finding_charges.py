"""A charge is found as a person asks: by parts of its payer's name, by its amount, or by both."""

from typing import Any

import pytest

from people import Person
from retaguarda.foundation.person_search import Asked, read_lines
from support.charges import Counter

PAYERS = (("João da Silva Ação", 35_000), ("Maria Souza", 35_000), ("Mariana Sousa Lima", 123_456))


async def _found(person: Person, search: str) -> list[Any]:
    answer = await person.get("/v1/payin/charges", search=search)
    assert answer.status_code == 200, answer.text
    return sorted(row["payer_name"] for row in answer.json())


@pytest.fixture
async def charged(ana: Person, counter: Counter) -> Person:
    for name, amount in PAYERS:
        payer = {"name": name, "document": "52998224725"}
        made = await ana.post("/v1/payin/charges", {"amount": {"amount": amount}, "payer": payer})
        assert made.status_code == 201, made.text
    return ana


async def test_a_name_is_found_by_its_parts_without_accents_in_any_order(charged: Person) -> None:
    assert await _found(charged, "acao joao") == ["João da Silva Ação"]
    assert await _found(charged, "SILVA JOÃO") == ["João da Silva Ação"]
    assert await _found(charged, "mari") == ["Maria Souza", "Mariana Sousa Lima"]
    assert await _found(charged, "sou lim") == ["Mariana Sousa Lima"]
    assert await _found(charged, "maria pereira") == []


async def test_an_amount_is_found_as_it_is_written_alone_and_beside_a_name(charged: Person) -> None:
    for written in ("350", "350,00", "350.00", "R$ 350,00", "R$350.00"):
        assert await _found(charged, written) == ["João da Silva Ação", "Maria Souza"], written
    for written in ("1.234,56", "1,234.56", "1234.56"):
        assert await _found(charged, written) == ["Mariana Sousa Lima"], written
    assert await _found(charged, "souza 350") == ["Maria Souza"]
    assert await _found(charged, "souza 351") == []


async def test_the_counts_of_a_list_follow_such_a_search(charged: Person) -> None:
    answer = await charged.get("/v1/payin/charges/facets", search="mari")
    assert answer.json()["total"]["count"] == 2


async def test_names_of_another_merchant_are_not_found(charged: Person, carla: Person) -> None:
    assert await _found(carla, "maria") == []
    assert await _found(carla, "350") == []


async def test_a_name_that_changes_is_found_by_its_new_words(charged: Person, sql: Any) -> None:
    sql("update charge set payer_name = 'Órbita Ltda' where payer_name = 'Maria Souza'")
    assert await _found(charged, "orbita") == ["Órbita Ltda"]
    assert await _found(charged, "souza") == []


async def test_charges_with_a_refund_are_found(charged: Person, counter: Counter) -> None:
    charge = await counter.paid(charged, 3700)
    given = await charged.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 100}})
    assert given.status_code == 201, given.text
    await counter.work()
    await counter.run_job("payin.reconcile")
    with_refund = (await charged.get("/v1/payin/charges", has_refund="true")).json()
    assert [row["id"] for row in with_refund] == [charge["id"]]
    assert len((await charged.get("/v1/payin/charges", has_refund="false")).json()) == len(PAYERS)


def test_a_list_of_ids_is_no_list_of_names() -> None:
    assert read_lines("a1\nb2\nc3\nd4\ne5\nf6") == ()
    assert read_lines("Maria Souza 350,00") == (Asked(("maria", "souza"), (35_000,)),)
    assert read_lines("a souza") == ()
