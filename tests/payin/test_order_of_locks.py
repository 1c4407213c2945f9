"""Two who want the same rows take them in one order: the second waits, and nobody is turned away by Postgres.

Each test holds the merchant's account, so that the first stops in the middle of its transaction; starts the second; and lets go.
"""

import asyncio
from typing import Any

import pytest

from people import Person
from support.charges import Counter
from support.held_account import holding


@pytest.fixture
async def settling(ana: Person, counter: Counter, sql: Any) -> tuple[dict[str, Any], tuple[str, str]]:
    """A charge with a refund that the provider has carried out and we have not heard of; and the values of the job that will hear."""
    await counter.paid(ana, 90_000)
    charge = await counter.paid(ana, 10_000)
    asked = await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 4_000}})
    assert asked.status_code == 201
    await counter.work()
    (pix,) = sql(
        "select p.connection_id::text, p.end_to_end_id from refund r join pix_payment p using (end_to_end_id)"
        " where r.status = 'processing'"
    )
    return charge, pix


async def test_two_jobs_that_take_the_same_pix_wait_for_each_other(
    ana: Person, counter: Counter, settling: tuple[dict[str, Any], tuple[str, str]]
) -> None:
    charge, pix = settling
    async with holding(counter) as account:
        first = asyncio.create_task(counter.run_job("payin.read_back", *pix))
        await account.until_waiting(1)
        second = asyncio.create_task(counter.run_job("payin.read_back", *pix))
        await account.until_waiting(2)
        await account.let_go()
        assert await asyncio.gather(first, second, return_exceptions=True) == [None, None]
    assert (await counter.read(ana, charge["id"]))["refunded"]["amount"] == 4_000


async def test_a_refund_that_is_asked_for_waits_for_one_that_ends(
    ana: Person, counter: Counter, settling: tuple[dict[str, Any], tuple[str, str]]
) -> None:
    charge, pix = settling
    async with holding(counter) as account:
        first = asyncio.create_task(counter.run_job("payin.read_back", *pix))
        await account.until_waiting(1)
        body = {"amount": {"amount": 6_000}}
        second = asyncio.create_task(ana.post(f"/v1/payin/charges/{charge['id']}/refunds", body))
        await account.until_waiting(2)
        await account.let_go()
        assert (await asyncio.gather(first, return_exceptions=True)) == [None]
        assert (await second).status_code == 201
    await counter.work()
    await counter.run_job("payin.reconcile")
    assert (await counter.read(ana, charge["id"]))["status"] == "refunded"
