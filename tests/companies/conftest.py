"""Every test of companies works at a counter, and leaves books in which every invariant holds."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from people import Person
from support.charges import Counter, offenders

SignIn = Callable[[str], Awaitable[Person]]


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> Any:
    yield
    await counter.work()
    assert offenders(counter.url) == {}


@pytest.fixture
async def eva(sign_in: SignIn) -> Person:
    return await sign_in("eva")


@pytest.fixture
async def gil(sign_in: SignIn) -> Person:
    return await sign_in("gil")
