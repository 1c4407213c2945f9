"""House accounts and the statements that a bank sends of them."""

from datetime import date, timedelta
from typing import Any

from conftest import Sql
from people import Person
from retaguarda_sandbox.statements import CSV_COLUMNS, FORMATS, BankMove, BankStatement

ACCOUNTS, FILES = "/v1/conciliation/house-accounts", "/v1/conciliation/statement-files"
LINES, EXCEPTIONS, DAYS = "/v1/conciliation/bank-lines", "/v1/conciliation/exceptions", "/v1/conciliation/days"
MATCHES, RUNS, ADJUSTMENTS = "/v1/conciliation/matches", "/v1/conciliation/runs", "/v1/conciliation/adjustments"

#: A Monday in the past, so that no test depends on today.
DAY = date(2026, 11, 16)
ACCOUNT: dict[str, Any] = {
    "name": "Banco Serra Azul",
    "bank": "341",
    "branch": "0912",
    "number": "48213-7",
    "currency": "BRL",
    "clearing_code": "pix_clearing",
    "opened_on": DAY.isoformat(),
    "opening": 1_000_00,
}


def later(days: int) -> date:
    return DAY + timedelta(days=days)


def end_to_end(number: int) -> str:
    return f"E12345678202611161200{number:011d}"


async def opened(diego: Person, eva: Person, **other: Any) -> dict[str, Any]:
    """A house account that diego proposed and eva agreed to."""
    made = await diego.post(ACCOUNTS, ACCOUNT | other)
    assert made.status_code == 201, made.text
    said = await eva.post(f"{ACCOUNTS}/{made.json()['id']}/decide", {"choice": "agree"})
    assert said.status_code == 200, said.text
    return said.json()


def told(*moves: BankMove, opening: int = 1_000_00, first: date = DAY, last: date = DAY, **other: Any) -> BankStatement:
    own = {"bank": "341", "branch": "0912", "number": "482137", "currency": "BRL"} | other
    return BankStatement(**own, first_day=first, last_day=last, opening=opening, moves=moves)


async def uploaded(
    person: Person, data: bytes, name: str = "extrato.ofx", account: str | None = None
) -> dict[str, Any]:
    """A file that was sent and read."""
    body = {"name": name, "size": len(data)} | ({"account": account} if account else {})
    made = await person.post(FILES, body)
    assert made.status_code == 201, made.text
    path = f"{FILES}/{made.json()['id']}"
    for number, begin in enumerate(range(0, len(data), 512 * 1024)):
        piece = data[begin : begin + 512 * 1024]
        sent = await person.client.put(f"{path}/pieces/{number}", content=piece, headers=person._headers())
        assert sent.status_code == 200, sent.text
    done = await person.post(f"{path}/finish")
    assert done.status_code == 200, done.text
    return (await person.get(f"{FILES}/{done.json()['id']}")).json()


async def applied(
    person: Person, work: Any, statement: BankStatement, format: str = "ofx", **more: Any
) -> dict[str, Any]:
    """A statement that was sent, seen and applied."""
    file = await uploaded(person, FORMATS[format](statement), f"extrato.{format}", **more)
    assert file["status"] == "parsed", file
    said = await person.post(f"{FILES}/{file['id']}/apply", {"plan": file["plan_hash"]})
    assert said.status_code == 200, said.text
    await work()
    return (await person.get(f"{FILES}/{file['id']}")).json()


def expect(sql: Sql, amount: int, key: str, day: date = DAY, code: str = "pix_clearing", currency: str = "BRL") -> None:
    """Posts what the ledger expects at the bank: money that comes in where it is above nothing."""
    sql("select set_config('retaguarda.companies', '*', false)")
    sql("select ledger_open(2, 'test.books', %s, null, false)", currency)
    sql("select ledger_open(1, %s, %s, null, true)", code, currency)
    sql(
        "select ledger_post(2, gen_random_uuid(), %s, 'test.move', %s, %s::date + time '15:00', array[2, 1], array['test.books', %s],"
        " array[%s, %s], array[%s, %s]::bigint[])",
        key,
        key,
        day,
        code,
        currency,
        currency,
        amount,
        -amount,
    )


__all__ = ["CSV_COLUMNS", "BankMove"]
