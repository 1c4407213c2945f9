"""Every pay-in test works at a counter, and leaves books in which every invariant holds."""

from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from bank import Bank
from counter import Counter, offenders
from retaguarda.app import House


@pytest.fixture
async def counter(
    bank: Bank,
    house: House,
    client: httpx.AsyncClient,
    work: Callable[[], Awaitable[None]],
    peopled_url: str,
) -> Counter:
    counter = Counter(bank, house, client, work, peopled_url)
    await counter.run_job("payin.tell_webhooks")
    return counter


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> Any:
    yield
    await counter.work()
    assert offenders(counter.url) == {}
