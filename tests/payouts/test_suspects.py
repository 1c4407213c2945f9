"""Destinations and documents under suspicion: two of staff decide, nothing is paid there, and merchants learn no more than that."""

from typing import Any
from uuid import uuid4

import psycopg
import pytest

from conftest import Sql
from people import Person
from support.approvals import Desk, standing_policy
from support.payees import ACCOUNT, CPF, JOAO, KEY, PAYEES, Book

SUSPECTS = "/v1/payouts/suspects"
BY_KEY: dict[str, Any] = {"cause": "mule_account", "evidence": "Relato de infração aceito pelo banco", "key": KEY}
BY_DOCUMENT: dict[str, Any] = {"cause": "court_order", "evidence": "Ofício 123/2026 da vara", "document": CPF}


async def added(person: Person, body: dict[str, Any] = BY_KEY) -> str:
    made = await person.post(SUSPECTS, body)
    assert made.status_code == 201, made.text
    return made.json()["id"]


async def test_what_is_on_the_list_gets_no_payee_and_no_destination_and_nobody_hears_why(
    diego: Person, bruno: Person, book: Book
) -> None:
    key = str(uuid4())
    first, second = [await diego.post(SUSPECTS, BY_KEY, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content)
    assert (first.json()["shown"], first.json()["status"]) == ("j***@loja.example", "active")
    known = await diego.post(SUSPECTS, BY_KEY)
    assert (known.status_code, known.json()["message"]) == (409, "suspect_known")
    said = await bruno.post(PAYEES, JOAO)
    assert (said.status_code, said.json()["message"]) == (409, "destination_suspect")
    assert "mule" not in said.text
    assert "Relato" not in said.text
    payee = await book.added(bruno, JOAO | {"key": {"kind": "email", "value": "outra@loja.example"}})
    said = await bruno.post(f"{PAYEES}/{payee}/destinations", {"key": KEY})
    assert (said.status_code, said.json()["message"]) == (409, "destination_suspect")
    # A document stands for every destination of whoever has it.
    await added(diego, BY_DOCUMENT)
    said = await bruno.post(f"{PAYEES}/{payee}/destinations", {"account": ACCOUNT})
    assert (said.status_code, said.json()["message"]) == (409, "destination_suspect")


async def test_merchants_and_strangers_do_not_find_the_list(
    bruno: Person, diego: Person, gil: Person, book: Book, sql: Sql
) -> None:
    entry = await added(diego)
    sql(
        "update role set permissions = permissions || '{payout::dataQualification:read,payout::dataQualification:write}'"
        " where name = 'administrator'"
    )
    for person, status in ((bruno, 404), (gil, 404)):
        assert (await person.get(SUSPECTS)).status_code == status
        assert (await person.get(f"{SUSPECTS}/{entry}")).status_code == status
        assert (await person.get(f"/v1/trail/suspects/{entry}")).status_code == status
        assert (await person.post(SUSPECTS, BY_DOCUMENT)).status_code == status
        assert (await person.post(f"{SUSPECTS}/{entry}/remove", {"reason": "porque sim"})).status_code == status
    assert sql("select count(*), count(removed_at) from suspect") == [(1, 0)]


async def test_who_added_an_entry_never_takes_it_away_not_even_in_the_database(
    diego: Person, eva: Person, bruno: Person, book: Book, sql: Sql
) -> None:
    entry = await added(diego)
    remove = f"{SUSPECTS}/{entry}/remove"
    assert (await diego.get(f"{SUSPECTS}/{entry}")).json()["may_remove"] is False
    own = await diego.post(remove, {"reason": "engano meu"})
    assert (own.status_code, own.json()["message"]) == (409, "own_suspect")
    with pytest.raises(psycopg.errors.CheckViolation):
        sql(
            "update suspect set removed_at = now(), removed_by = 'x', removed_by_id = added_by_id, removal_reason = 'xxx'"
        )
    assert (await eva.get(f"{SUSPECTS}/{entry}")).json()["may_remove"] is True
    gone = await eva.post(remove, {"reason": "conta devolvida ao dono"})
    assert (gone.json()["status"], gone.json()["removed_by"]) == ("removed", eva.email)
    twice = await eva.post(remove, {"reason": "de novo"})
    assert (twice.status_code, twice.json()["message"]) == (409, "suspect_removed")
    with pytest.raises(psycopg.DatabaseError, match="does not change"):
        sql("update suspect set evidence = 'outra coisa bem diferente'")
    await book.added(bruno)
    # Once it is gone, the same place can be put on the list anew.
    await added(diego)


async def test_a_policy_lets_a_second_of_staff_decide_before_an_entry_counts(
    diego: Person, eva: Person, bruno: Person, book: Book, sql: Sql
) -> None:
    standing_policy(sql, "payouts:suspect:create")
    held = await diego.post(SUSPECTS, BY_KEY)
    assert held.status_code == 202, held.text
    assert sql("select count(*) from suspect") == [(0,)]
    request = held.json()["request"]["id"]
    assert (await Desk(sql).approve(eva, request)).status_code == 200
    assert sql("select shown, added_by from suspect") == [("j***@loja.example", diego.email)]


async def test_an_entry_ends_with_its_time(diego: Person, bruno: Person, book: Book, sql: Sql) -> None:
    past = await diego.post(SUSPECTS, BY_KEY | {"until": "2026-01-01T00:00:00Z"})
    assert (past.status_code, past.json()["message"]) == (400, {"until": ["day_in_past"]})
    entry = await added(diego, BY_KEY | {"until": "2999-01-01T00:00:00Z"})
    sql("alter table suspect disable trigger user")
    sql("update suspect set added_at = now() - interval '2 days', until = now() - interval '1 day'")
    sql("alter table suspect enable trigger user")
    assert (await diego.get(f"{SUSPECTS}/{entry}")).json()["status"] == "expired"
    await book.added(bruno)


async def test_the_database_answers_a_trigger_of_every_merchant_and_shows_it_no_row(
    diego: Person, bruno: Person, book: Book, sql: Sql
) -> None:
    """The function that payment orders ask, as the application's role in the scope of one merchant."""
    await book.added(bruno)
    [(destination, document)] = sql(
        "select d.hash, p.document_hash from payee_destination d join payee p on p.id = d.payee_id"
    )
    asked = (
        "with s as (select set_config('retaguarda.companies', '{2}', false)) select"
        " suspect_destination(%s, null), suspect_destination(null, %s), suspect_destination(null, null),"
        " (select count(*) from suspect) from s"
    )
    with psycopg.connect(book.counter.url) as connection:
        connection.execute("set role retaguarda_app")
        assert connection.execute(asked, (destination, document)).fetchone() == (False, False, False, 0)
        await added(diego)
        assert connection.execute(asked, (destination, document)).fetchone() == (True, False, False, 0)
        await added(diego, BY_DOCUMENT)
        assert connection.execute(asked, (destination, document)).fetchone() == (True, True, False, 0)


@pytest.mark.parametrize(
    ("wrong", "field", "problem"),
    [
        ({"document": CPF}, "account", "one_of_three"),
        ({"key": None}, "account", "one_of_three"),
        ({"key": None, "document": "123"}, "document", "document_invalid"),
        ({"key": {"kind": "phone", "value": "1"}}, "key.value", "pix_key_invalid"),
    ],
)
async def test_what_is_wrong_with_an_entry_is_said_by_field(
    diego: Person, book: Book, wrong: dict[str, Any], field: str, problem: str
) -> None:
    said = await diego.post(SUSPECTS, BY_KEY | wrong)
    assert (said.status_code, said.json()["message"]) == (400, {field: [problem]})
