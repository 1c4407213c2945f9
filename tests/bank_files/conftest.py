"""Every test of return files leaves books in which every invariant holds."""

from collections.abc import AsyncIterator

import pytest

from people import Person
from support.charges import Counter, offenders


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
