"""What tests of exchange share."""

from collections.abc import AsyncIterator

import pytest

from people import Person
from support.charges import Counter, offenders
from support.exchange import ExchangeDesk


@pytest.fixture
async def desk(counter: Counter, diego: Person) -> ExchangeDesk:
    return ExchangeDesk(diego, counter)


@pytest.fixture
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    """Asked for by modules whose rows are all made by the program itself."""
    yield
    await counter.work()
    assert offenders(counter.url) == {}
