"""Who asks and who decides: ana and bruno of Loja Aurora (2), gil who administers it, diego and eva of the staff."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from bank import Bank
from counter import Counter
from deciding import Desk
from people import Person
from retaguarda.app import House

SignIn = Callable[[str], Awaitable[Person]]
Sql = Callable[..., list[tuple[Any, ...]]]


@pytest.fixture
def sql(peopled_url: str) -> Sql:
    """What only the owner of the database could do; the rows, if any."""

    def run(statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(peopled_url, autocommit=True) as connection:
            cursor = connection.execute(statement.encode(), values or None)
            return cursor.fetchall() if cursor.description else []

    return run


@pytest.fixture
async def counter(
    bank: Bank, house: House, client: httpx.AsyncClient, work: Callable[[], Awaitable[None]], peopled_url: str
) -> Counter:
    counter = Counter(bank, house, client, work, peopled_url)
    await counter.run_job("payin.tell_webhooks")
    return counter


@pytest.fixture
def policy(sql: Sql) -> Callable[..., str]:
    """``policy("payin:refund:create", condition="amount > 100")``: a policy that stands already; its id."""

    def make(command: str, **given: Any) -> str:
        row = {
            "id": str(uuid4()), "company_id": 1, "name": f"{command} {uuid4()}"[:80], "command": command, "condition": "",
            "permission": "approvals::requests:decide", "needed": 1, "distinct_teams": False, "expires_days": 7,
            "emergency": None, "active": True, "alone": False, "updated_by": "a test",
        } | given  # fmt: skip
        sql(
            f"insert into approval_policy ({', '.join(row)}) values ({', '.join(['%s'] * len(row))})",
            *row.values(),
        )
        return row["id"]

    return make


@pytest.fixture
async def eva(sign_in: SignIn) -> Person:
    return await sign_in("eva")


@pytest.fixture
async def gil(sign_in: SignIn) -> Person:
    return await sign_in("gil")


@pytest.fixture
def desk(sql: Sql) -> Desk:
    return Desk(sql)
