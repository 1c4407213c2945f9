"""What the tests of exports and bulk Commands share."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from people import Person

SignIn = Callable[[str], Awaitable[Person]]
Work = Callable[[], Awaitable[None]]
Sql = Callable[..., list[tuple[Any, ...]]]


@pytest.fixture
async def many(ana: Person, sql: Sql) -> Callable[[int], None]:
    """``many(12_000)``: so many charges of ana, created within as many seconds of 20 November 2026."""
    await ana.post("/v1/payin/charges", {"amount": {"amount": 3_700}, "reference": "first"})

    def make(count: int) -> None:
        sql(
            "insert into charge (company_id, id, connection_id, processor, txid, status, amount, currency, expires_at, created_at, reference)"
            " select company_id, gen_random_uuid(), connection_id, processor, md5(n::text || 'x'), 'created', n, 'BRL', expires_at,"
            " timestamptz '2026-11-20 17:00:00.5Z' - n * interval '1 second', 'Order ' || n"
            " from charge, generate_series(1, %s::int - 1) n where reference = 'first'",
            count,
        )

    return make
