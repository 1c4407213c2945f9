"""The audit log: a turn of its sequencer, when a test wants one."""

from collections.abc import Awaitable, Callable

import pytest

from retaguarda.app import House
from retaguarda.audit.sequencing import sequence


@pytest.fixture
def logged(house: House) -> Callable[[], Awaitable[int | None]]:
    """``await logged()``: what was done has its place in the log, and it is signed."""

    async def turn() -> int | None:
        return await sequence(house.database, house.keys)

    return turn
