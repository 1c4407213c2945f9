"""Every test of accounts works at a counter, and leaves books in which every invariant holds."""

from typing import Any

import pytest

from support.charges import Counter, offenders


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> Any:
    yield
    await counter.work()
    assert offenders(counter.url) == {}
