"""Every test of return files leaves books in which every invariant holds."""

from collections.abc import AsyncIterator

import pytest

from counter import Counter, offenders
from people import Person


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    await counter.work()
    assert offenders(counter.url) == {}


@pytest.fixture
def desk(diego: Person) -> Person:
    """Diego, before the files of every merchant."""
    diego.account = "all"
    return diego
