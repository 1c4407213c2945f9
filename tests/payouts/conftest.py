"""What tests of payouts share."""

from collections.abc import AsyncIterator

import pytest

from support.charges import Counter, offenders
from support.payees import Book


@pytest.fixture
async def book(counter: Counter) -> Book:
    return Book(counter)


@pytest.fixture
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    """Asked for by modules whose rows are all made by the program itself."""
    yield
    await counter.work()
    assert offenders(counter.url) == {}
