"""Every test of payouts leaves books in which every invariant holds."""

from collections.abc import AsyncIterator

import pytest

from support.charges import Counter, offenders


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    await counter.work()
    assert offenders(counter.url) == {}
