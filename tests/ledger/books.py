"""The ledger as its tests speak to it: its SQL functions, called by the application's role in a scope."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from uuid import UUID

import psycopg

from retaguarda.foundation.ids import uuid7
from retaguarda.ledger.invariants import INVARIANTS

PROVIDER = 1
AURORA = 2  # where ana and bruno work
CEDRO = 3  # where carla works

CLEARING, FEES = (PROVIDER, "clearing"), (PROVIDER, "fees")


class Entry(NamedTuple):
    """A leg: an account by company and code, and minor units."""

    company: int
    code: str
    amount: int
    currency: str = "BRL"


def set_up(connection: psycopg.Connection, *companies: int) -> None:
    """The provider with its append-only accounts, and merchants."""
    _add_company(connection, PROVIDER)
    for code in ("clearing", "fees"):
        for currency in ("BRL", "USD"):
            connection.execute("select ledger_open(1, %s, %s, null, true)", (code, currency))
    for company in companies:
        open_company(connection, company)


def open_company(connection: psycopg.Connection, company: int) -> None:
    """A merchant with accounts: available (in two currencies) and reserve keep at zero, credit at −500."""
    _add_company(connection, company)
    for code, currency, floor in (
        ("available", "BRL", 0),
        ("reserve", "BRL", 0),
        ("credit", "BRL", -500),
        ("available", "USD", 0),
    ):
        connection.execute("select ledger_open(%s, %s, %s, %s, false)", (company, code, currency, floor))


def _add_company(connection: psycopg.Connection, company: int) -> None:
    connection.execute(
        "insert into company (id, name, legal_name, document) values (%(id)s, 'C', 'C', lpad(%(id)s::text, 14, '0'))",
        {"id": company},
    )


@contextmanager
def scope(connection: psycopg.Connection, *companies: int) -> Iterator[psycopg.Connection]:
    """A transaction that sees these companies; none given: all."""
    with connection.transaction():
        seen = f"{{{','.join(map(str, companies))}}}" if companies else "*"
        connection.execute("select set_config('retaguarda.companies', %s, true)", (seen,))
        yield connection


def post(
    connection: psycopg.Connection,
    company: int,
    key: str,
    *legs: Entry,
    kind: str = "test.post",
    reference: str = "r",
    hold: str | None = None,
) -> tuple[UUID, bool]:
    """The journal that stands, and whether it stood there before."""
    ordered = sorted(legs, key=lambda leg: (leg.company != company, leg.company, leg.code, leg.currency))
    columns: list[Any] = [list(column) for column in zip(*ordered, strict=True)]
    companies, codes, amounts, currencies = columns
    own_id = uuid7()
    standing = value(
        connection,
        "select ledger_post(%s, %s, %s, %s, %s, null, %s::int[], %s::text[], %s::text[], %s::bigint[], %s)",
        company, own_id, key, kind, reference, companies, codes, currencies, amounts, hold,
    )  # fmt: skip
    return standing, standing != own_id


def reverse(connection: psycopg.Connection, company: int, journal: UUID, key: str) -> tuple[UUID, bool]:
    own_id = uuid7()
    standing = value(
        connection, "select ledger_reverse(%s, %s, %s, %s, 'test.reversal', 'r', null)", company, own_id, journal, key
    )
    return standing, standing != own_id


def hold(
    connection: psycopg.Connection, company: int, key: str, amount: int, code: str = "available", due: bool = False
) -> tuple[UUID, bool]:
    """``due``: its time is over already."""
    own_id = uuid7()
    expires = "2026-01-01T00:00:00Z" if due else None
    standing = value(
        connection,
        "select ledger_hold_place(%s, %s, %s, 'BRL', %s, %s, 'r', %s)",
        company, own_id, code, amount, key, expires,
    )  # fmt: skip
    return standing, standing != own_id


def void(connection: psycopg.Connection, company: int, key: str) -> bool:
    """Whether it was open until now."""
    return value(connection, "select ledger_hold_void(%s, %s)", company, key)


def balance(connection: psycopg.Connection, company: int, code: str, currency: str = "BRL") -> int:
    return value(connection, "select posted from ledger_balance(%s, %s, %s)", company, code, currency)


def value(connection: psycopg.Connection, query: str, *params: Any) -> Any:
    row = connection.execute(query.encode(), params).fetchone()
    assert row is not None
    return row[0]


def fund(connection: psycopg.Connection, company: int, amount: int, code: str = "available") -> UUID:
    """Money from outside, under a key of its own."""
    return post(connection, company, f"fund:{uuid7()}", Entry(company, code, amount), Entry(*CLEARING, -amount))[0]


def rows(connection: psycopg.Connection, query: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    return connection.execute(query.encode(), params).fetchall()


def broken(connection: psycopg.Connection) -> dict[str, int]:
    """Invariants that do not hold, each with its count of offenders."""
    counts = {rule.name: connection.execute(rule.offenders_sql.encode()).fetchone() for rule in INVARIANTS}
    return {name: row[0] for name, row in counts.items() if row and row[0]}
