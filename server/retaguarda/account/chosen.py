"""The door of this room: an account is always one merchant's, so staff choose whose before they look."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from retaguarda.foundation.call import Call, Door, First, Gate, Who
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission


@dataclass(frozen=True, slots=True)
class ChosenDoor:
    """A foundation ``Door``; 400 ``account_required`` without a merchant."""

    inner: Door

    @property
    def gate(self) -> Gate | None:
        return self.inner.gate

    @asynccontextmanager
    async def open(
        self, call: Call, permission: Permission | None, *, touch: bool = True
    ) -> AsyncIterator[tuple[Tx, Who]]:
        async with self.inner.open(call, permission, touch=touch) as (tx, who):
            who.chosen()
            yield tx, who

    @asynccontextmanager
    async def open_under_key(
        self, call: Call, permission: Permission | None, key: str
    ) -> AsyncIterator[tuple[Tx, Who, First | None]]:
        async with self.inner.open_under_key(call, permission, key) as opened:
            opened[1].chosen()
            yield opened
