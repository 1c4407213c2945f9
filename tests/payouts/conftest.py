"""Every test of payouts leaves books in which every invariant holds."""

from collections.abc import AsyncIterator

import pytest

from support.charges import Counter, offenders
from support.payees import Book


@pytest.fixture
async def book(counter: Counter) -> AsyncIterator[Book]:
    yield Book(counter)
    await counter.work()
    assert offenders(counter.url) == {}
