"""Statements of banks: uploaded, seen, applied; what overlaps doubles nothing and loses nothing."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from conftest import Sql, Work
from people import Person
from retaguarda_sandbox.statements import CSV_COLUMNS, FORMATS, BankMove, ofx
from support.charges import Counter, offenders
from support.statements import ACCOUNT, ACCOUNTS, DAY, FILES, LINES, applied, later, opened, told, uploaded


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    assert offenders(counter.url) == {}


@pytest.fixture(autouse=True)
def clearing(sql: Sql) -> None:
    sql("select ledger_open(1, code, 'BRL', null, true) from (values ('pix_clearing'), ('boleto_clearing')) a (code)")


async def lines(person: Person, **query: Any) -> list[dict[str, Any]]:
    said = await person.get(LINES, per_page=200, order_by="booked_on", sort="asc", **query)
    assert said.status_code == 200, said.text
    return said.json()


MONTH = (
    BankMove(250_00, DAY, "PIX RECEBIDO ANA", "R1"),
    BankMove(-12_50, DAY, "TARIFA PIX", "R2"),
    BankMove(250_00, DAY, "PIX RECEBIDO ANA", "R3"),
    BankMove(80_05, later(1), "TED RECEBIDA BETO", "R4"),
    BankMove(-1_500_25, later(2), "TED ENVIADA CAIO", "R5"),
)


async def test_a_house_account_is_agreed_to_by_somebody_else(diego: Person, eva: Person, carla: Person) -> None:
    made = await diego.post(ACCOUNTS, ACCOUNT)
    assert made.status_code == 201
    assert (await diego.post(ACCOUNTS, ACCOUNT)).status_code == 409
    path = f"{ACCOUNTS}/{made.json()['id']}"
    own = await diego.post(f"{path}/decide", {"choice": "agree"})
    assert (own.status_code, own.json()["message"]) == (409, "conciliation_own")
    assert (await carla.get(path)).status_code in (403, 404)
    assert (await carla.get(ACCOUNTS)).status_code in (403, 404)
    agreed = await eva.post(f"{path}/decide", {"choice": "agree"})
    assert agreed.json()["state"] == "open"
    again = await eva.post(f"{path}/decide", {"choice": "agree"})
    assert (again.status_code, again.json()["message"]) == (409, "house_account_not_so")


@pytest.mark.parametrize("format", FORMATS)
async def test_one_month_is_read_alike_from_each_format(format: str, diego: Person, eva: Person, work: Work) -> None:
    account = await opened(diego, eva, mapping=CSV_COLUMNS)
    named = {"account": account["id"]} if format == "csv" else {}
    file = await applied(diego, work, told(*MONTH, last=later(2)), format, **named)
    assert (file["status"], file["new"], file["already"]) == ("applied", 5, 0)
    found = await lines(diego)
    seen = sorted((line["booked_on"], line["amount"]["amount"], line["description"]) for line in found)
    assert seen == sorted((str(move.booked_on), move.amount, move.text) for move in MONTH)
    (statement,) = file["statements"]
    assert (statement["holds"], statement["closing"] and statement["closing"]["amount"]) in (
        (True, told(*MONTH).closing),
        (True, None),
    )


async def test_the_same_file_is_one_file_and_is_applied_once(diego: Person, eva: Person, work: Work) -> None:
    await opened(diego, eva)
    data = ofx(told(*MONTH, last=later(2)))
    first = await uploaded(diego, data)
    second = await uploaded(eva, data, "outro-nome.ofx")
    assert first["id"] == second["id"]
    path = f"{FILES}/{first['id']}/apply"
    assert (await diego.post(path, {"plan": "0" * 64})).json()["message"] == "plan_changed"
    assert (await diego.post(path, {"plan": first["plan_hash"]})).status_code == 200
    again = await eva.post(path, {"plan": first["plan_hash"]})
    assert (again.status_code, again.json()["message"]) == (409, "file_not_open")
    await work()
    assert len(await lines(diego)) == 5


@pytest.mark.parametrize("second", ["ofx", "sta", "ret"])
async def test_files_that_overlap_double_nothing_and_lose_nothing(
    second: str, diego: Person, eva: Person, work: Work
) -> None:
    """The second file begins a day later and goes on: its two equal lines are two, whatever format tells them."""
    await opened(diego, eva)
    await applied(diego, work, told(*MONTH, last=later(2)))
    more = (BankMove(80_05, later(1), "TED RECEBIDA BETO", "R9"), BankMove(7_00, later(3), "PIX RECEBIDO DORA", "R10"))
    rest = told(*MONTH[3:4], more[0], MONTH[4], more[1], opening=1_487_50, first=later(1), last=later(3))
    file = await applied(eva, work, rest, second)
    assert (file["new"], file["already"]) == (2, 2)
    amounts = sorted(line["amount"]["amount"] for line in await lines(diego))
    assert amounts == sorted([*(move.amount for move in MONTH), *(move.amount for move in more)])
    (statement,) = file["statements"]
    assert statement["follows"] is False or statement["follows"] is True or statement["follows"] is None


async def test_two_equal_lines_in_one_file_are_two_and_other_texts_in_one_format_are_others(
    diego: Person, eva: Person, work: Work
) -> None:
    await opened(diego, eva)
    await applied(diego, work, told(BankMove(10_00, DAY, "PIX A", "1"), BankMove(10_00, DAY, "PIX A", "1")))
    other = told(BankMove(10_00, DAY, "PIX B", "1"), BankMove(10_00, DAY, "PIX A", "1"), opening=1_020_00)
    file = await applied(diego, work, other)
    assert (file["new"], file["already"]) == (1, 1)
    assert sorted(line["description"] for line in await lines(diego)) == ["PIX A", "PIX A", "PIX B"]


@pytest.mark.parametrize(
    ("number", "currency", "code"), [("999", "BRL", "account_unknown"), ("482137", "USD", "currency_differs")]
)
async def test_another_account_or_currency_is_refused_with_its_line(
    number: str, currency: str, code: str, diego: Person, eva: Person
) -> None:
    await opened(diego, eva)
    file = await uploaded(diego, ofx(told(*MONTH, number=number, currency=currency)))
    assert (file["status"], file["error"]["code"], file["error"]["line"] > 0) == ("rejected", code, True)
    assert await lines(diego) == []


async def test_a_stranger_sees_no_file_and_no_line(diego: Person, eva: Person, carla: Person, work: Work) -> None:
    await opened(diego, eva)
    file = await applied(diego, work, told(*MONTH))
    (line, *_) = await lines(diego)
    record = (await diego.get(f"{LINES}/{line['id']}")).json()
    assert record["raw"].startswith("<STMTTRN>")
    for path in (f"{FILES}/{file['id']}", f"{LINES}/{line['id']}"):
        assert (await carla.get(path)).status_code in (403, 404)
    assert (await carla.post(FILES, {"name": "x", "size": 1})).status_code in (403, 404)
