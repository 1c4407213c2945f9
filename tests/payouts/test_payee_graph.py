"""The graph of a payee: destinations in common, names, units and rings, within the books that somebody may see."""

from typing import Any
from uuid import UUID

import pytest

from conftest import Sql
from people import AURORA, OUTRA, Person
from retaguarda.payouts.payees.graph.find_rings import find_rings
from support.movements import Mover
from support.payees import CNPJ, CPF, JOAO, KEY, OTHER_CPF, PAYEES, Book
from support.pld_cases import days_ago

MARIA: dict[str, Any] = {"name": "Maria Souza Lima", "document": OTHER_CPF, "key": KEY}
#: A payee of another merchant: their book's rows, as the owner of the database would copy them.
ELSEWHERE = """
    with copied as (
      insert into payee (company_id, id, name, document, document_hash, source)
      select %(company)s, gen_random_uuid(), %(name)s, %(document)s, sha256(convert_to(%(document)s, 'UTF8')), 'person' returning *)
    insert into payee_destination (company_id, id, payee_id, kind, pix_key, pix_key_kind, hash, state)
    select c.company_id, gen_random_uuid(), c.id, 'key', d.pix_key, d.pix_key_kind, d.hash, 'new' from copied c, payee_destination d
     where d.payee_id = %(beside)s
"""


async def graph(person: Person, payee: str) -> dict[str, Any]:
    said = await person.get(f"{PAYEES}/{payee}/graph")
    assert said.status_code == 200, said.text
    return said.json()


def named(found: dict[str, Any], kind: str) -> list[str]:
    return sorted(each["name"] or each["place"] for each in found["nodes"] if each["kind"] == kind)


def findings(found: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """(kind, names of the nodes), a destination by where it is."""
    nodes = found["nodes"]
    return [
        (each["kind"], [nodes[place]["place"] or nodes[place]["name"] for place in each["nodes"]])
        for each in found["findings"]
    ]


def put_elsewhere(sql: Sql, beside: str, name: str, document: str) -> None:
    """Another merchant pays somebody else at the destination of this payee."""
    values = {"company": OUTRA, "name": name, "document": document, "beside": UUID(beside)}
    statement, ordered = ELSEWHERE, list[Any]()
    for part in ELSEWHERE.split("%(")[1:]:
        field = part.partition(")s")[0]
        ordered.append(values[field])
        statement = statement.replace(f"%({field})s", "%s", 1)
    sql(statement, *ordered)


async def test_a_destination_of_two_people_is_found_and_said(bruno: Person, book: Book) -> None:
    joao = await book.added(bruno)
    await book.added(bruno, MARIA)
    found = await graph(bruno, joao)
    assert [(each["kind"], each["hop"]) for each in found["nodes"]] == [
        ("person", 0),
        ("destination", 1),
        ("person", 2),
    ]
    assert named(found, "person") == ["Joao P Silva ME", "Maria Souza Lima"]
    assert findings(found) == [("shared_destination", ["j***@loja.example", "Joao P Silva ME", "Maria Souza Lima"])]
    links = {(each["source"], each["target"], each["kind"]) for each in found["edges"]}
    assert links == {(0, 1, "receives_at"), (2, 1, "receives_at")}
    assert found["all_books"] is False


async def test_a_payee_alone_has_nothing_in_common(bruno: Person, book: Book) -> None:
    payee = await book.added(bruno, JOAO | {"key": {"kind": "email", "value": "alone@loja.example"}})
    found = await graph(bruno, payee)
    assert (findings(found), [each["kind"] for each in found["nodes"]]) == ([], ["person", "destination"])


async def test_a_merchant_never_sees_the_payee_of_another_and_staff_do(
    bruno: Person, diego: Person, book: Book, sql: Sql
) -> None:
    joao = await book.added(bruno)
    put_elsewhere(sql, joao, "Payee Of Outra", CNPJ)
    said = await bruno.get(f"{PAYEES}/{joao}/graph")
    assert "Payee Of Outra" not in said.text
    assert CNPJ[:8] not in said.text
    assert findings(said.json()) == []
    for account in ("", str(AURORA)):
        diego.account = account
        found = await graph(diego, joao)
        assert found["all_books"] is True
        assert findings(found) == [("shared_destination", ["j***@loja.example", "Joao P Silva ME", "Payee Of Outra"])]
        (other,) = [each for each in found["nodes"] if each["name"] == "Payee Of Outra"]
        assert [book["company_id"] for book in other["books"]] == [OUTRA]


async def test_people_whose_money_lands_at_each_other_are_a_ring(bruno: Person, book: Book) -> None:
    other = {"kind": "email", "value": "maria@loja.example"}
    await book.owner(KEY["value"], "MARIA SOUZA LIMA", OTHER_CPF)
    await book.owner(other["value"], "JOAO P SILVA", CPF)
    joao = await book.added(bruno)
    await book.looked_up(bruno, joao)
    await book.looked_up(bruno, await book.added(bruno, MARIA | {"key": other}))
    found = await graph(bruno, joao)
    assert findings(found) == [("ring", ["Joao P Silva ME", "Maria Souza Lima"])]
    assert sorted(each["kind"] for each in found["edges"]) == ["owned_by", "owned_by", "receives_at", "receives_at"]
    assert max(each["hop"] for each in found["nodes"]) <= 3


async def test_an_owner_in_no_book_is_shown_as_the_directory_names_them(bruno: Person, book: Book) -> None:
    await book.owner(KEY["value"], "MARIA SOUZA LIMA", OTHER_CPF)
    joao = await book.added(bruno)
    await book.looked_up(bruno, joao)
    said = await bruno.get(f"{PAYEES}/{joao}/graph")
    (owner,) = [each for each in said.json()["nodes"] if each["hop"] == 2]
    assert (owner["name"], owner["document"], owner["books"]) == ("MARIA SOUZA LIMA", "***.444.777-**", [])
    assert CPF not in said.text
    assert OTHER_CPF not in said.text


async def test_a_document_with_names_that_are_not_alike_is_found(bruno: Person, book: Book, sql: Sql) -> None:
    payee = await book.added(bruno)
    mover = Mover(book.counter.url)
    mover.book(days_ago(2), 1_000, "out", document=CPF, name="JOÃO P SILVA ME")
    found = await graph(bruno, payee)
    assert findings(found) == []
    assert {(each["name"], each["source"]) for each in found["names"]} == {
        ("Joao P Silva ME", "book"), ("JOÃO P SILVA ME", "paid"),
    }  # fmt: skip
    mover.book(days_ago(1), 1_000, "out", document=CPF, name="Carlos Antunes")
    assert findings(await graph(bruno, payee)) == [("many_names", ["Joao P Silva ME"])]


async def test_a_merchant_that_pays_who_pays_it_is_a_ring_of_money_for_who_may_see_payments(
    bruno: Person, diego: Person, book: Book, sql: Sql
) -> None:
    payee = await book.added(bruno)
    mover = Mover(book.counter.url)
    for number in range(2):
        mover.book(days_ago(3), 10_000, "out", document=CPF)
        mover.book(days_ago(2 - number), 4_000, document=CPF)
    mover.book(days_ago(2), 90_000, "out", document=CPF, company=OUTRA)
    mover.book(days_ago(1), 80_000, document=CPF, company=OUTRA)
    found = await graph(bruno, payee)
    assert findings(found)[-1][0] == "money_ring"
    assert named(found, "merchant") == ["Loja Aurora"]
    sums = {each["kind"]: (each["payments"], each["amount"]["amount"]) for each in found["edges"] if each["amount"]}
    assert (sums["pays"], sums["pays_back"]) == ((2, 20_000), (2, 8_000))
    assert named(await graph(diego, payee), "merchant") == ["Loja Aurora", "Outra Praça"]
    sql("update role set permissions = array_remove(permissions, 'payin::payment:read') where company_id = 2")
    found = await graph(bruno, payee)
    assert named(found, "merchant") == []
    assert "payer" not in {each["source"] for each in found["names"]}


async def test_units_with_one_person_behind_them_are_found(bruno: Person, diego: Person, book: Book, sql: Sql) -> None:
    diego.account = str(AURORA)
    for number, document in enumerate((CNPJ, "11444777000161")):
        unit = {
            "name": f"Unit {number}", "document": document, "contract": f"F-{number}", "valid_from": "2025-01-01",
            "royalty": "5", "budget": {"amount": 100_000, "currency": "BRL"},
        }  # fmt: skip
        made = await diego.post("/v1/payouts/franchises", unit)
        assert made.status_code == 201, made.text
        owner = {"name": "João", "document": CPF, "share": "60"}
        added = await diego.post(f"/v1/payouts/franchises/{made.json()['id']}/add-owner", owner)
        assert added.status_code == 200, added.text
    payee = await book.added(bruno)
    found = await graph(diego, payee)
    assert named(found, "unit") == ["Unit 0", "Unit 1"]
    assert ("shared_unit", ["Joao P Silva ME", "Unit 0", "Unit 1"]) in findings(found)


async def test_of_many_at_one_destination_twenty_are_shown_and_the_others_counted(
    bruno: Person, book: Book, sql: Sql
) -> None:
    joao = await book.added(bruno)
    sql(
        "with many as (insert into payee (company_id, id, name, document, document_hash, source)"
        " select 2, gen_random_uuid(), 'Person ' || n, lpad(n::text, 11, '0'), sha256(n::text::bytea), 'person'"
        " from generate_series(1, 50) n returning *)"
        " insert into payee_destination (company_id, id, payee_id, kind, pix_key, pix_key_kind, hash, state)"
        " select m.company_id, gen_random_uuid(), m.id, 'key', d.pix_key, d.pix_key_kind, d.hash, 'new' from many m, payee_destination d"
        " where d.payee_id = %s",
        UUID(joao),
    )
    found = await graph(bruno, joao)
    (place,) = [each for each in found["nodes"] if each["kind"] == "destination"]
    shown = len([each for each in found["nodes"] if each["kind"] == "person"])
    # Twenty of them, and the payee where they are not among those.
    assert 20 <= shown <= 21
    # With the payee themselves, 51 are paid there.
    assert (shown + place["more"], place["at_least"]) == (51, False)


async def test_the_graph_asks_for_a_second_factor_and_the_permission_and_the_stranger_never_gets_in(
    bruno: Person, carla: Person, gil: Person, ana: Person, book: Book, sql: Sql
) -> None:
    payee = await book.added(bruno)
    path = f"{PAYEES}/{payee}/graph"
    assert (await ana.get(path)).status_code == 403
    assert (await carla.get(path)).status_code in (403, 404)
    sql("update role set permissions = permissions || '{payout::dataQualification:read}' where company_id <> 1")
    assert (await gil.get(path)).json()["message"] == "two_factor_required"
    assert (await carla.get(path)).status_code in (403, 404)
    for unknown in ("nothing", "00000000-0000-0000-0000-000000000000"):
        assert (await bruno.get(f"{PAYEES}/{unknown}/graph")).status_code == 404


@pytest.mark.parametrize(
    ("pairs", "rings"),
    [
        ([], []),
        ([(0, 1)], []),
        ([(0, 0)], []),
        ([(0, 1), (1, 0)], [[0, 1]]),
        ([(2, 0), (0, 1), (1, 2)], [[0, 1, 2]]),
        ([(0, 1), (1, 2), (2, 3), (3, 0)], []),
        ([(0, 1), (1, 0), (1, 2), (2, 1), (2, 0)], [[0, 1], [0, 1, 2], [1, 2]]),
    ],
)
def test_rings_of_two_and_three_are_found_once(pairs: list[tuple[int, int]], rings: list[list[int]]) -> None:
    assert find_rings(pairs) == rings
    assert find_rings(reversed(pairs)) == rings
