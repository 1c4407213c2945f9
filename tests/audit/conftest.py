"""The audit log: a turn of its sequencer, when a test wants one."""

from collections.abc import Awaitable, Callable

import pytest

from retaguarda.app import App
from retaguarda.audit.sequence_events import sequence


@pytest.fixture
def logged(app: App) -> Callable[[], Awaitable[int | None]]:
    """``await logged()``: what was done has its place in the log, and it is signed."""

    async def turn() -> int | None:
        return await sequence(app.database, app.keys)

    return turn
