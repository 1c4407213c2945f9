"""The port through which events leave: whoever takes them keeps them before it says so."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import msgspec


class Message(msgspec.Struct, frozen=True):
    """A CloudEvent as it leaves. ``key`` is the same each time the event is sent, so that a receiver knows it again;
    ``company`` and ``name`` tell where it belongs, ``at`` when it happened."""

    key: str
    company: int
    name: str
    at: datetime
    body: bytes


class FeedUnavailable(Exception):
    """The other side did not take everything. ``taken``: how many messages, from the first on, it has kept for sure."""

    def __init__(self, reason: str, taken: int = 0) -> None:
        super().__init__(reason)
        self.taken = taken


class FeedPort(Protocol):
    async def send(self, messages: Sequence[Message]) -> None:
        """Sends in this order, and returns once all of them are kept.

        Raises:
            FeedUnavailable
        """
        ...

    async def close(self) -> None: ...
