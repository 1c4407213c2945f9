"""The door of this room: an account is always one merchant's, so staff choose whose before they look."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Gate, IdempotencyRecord, Principal, Request


@dataclass(frozen=True, slots=True)
class ChosenAccess:
    """A foundation ``Door``; 400 ``account_required`` without a merchant."""

    inner: Access

    @property
    def gate(self) -> Gate | None:
        return self.inner.gate

    @asynccontextmanager
    async def open(
        self, request: Request, permission: Permission | None, *, touch: bool = True
    ) -> AsyncIterator[tuple[Tx, Principal]]:
        async with self.inner.open(request, permission, touch=touch) as (tx, principal):
            principal.chosen()
            yield tx, principal

    @asynccontextmanager
    async def open_under_key(
        self, request: Request, permission: Permission | None, key: str
    ) -> AsyncIterator[tuple[Tx, Principal, IdempotencyRecord | None]]:
        async with self.inner.open_under_key(request, permission, key) as opened:
            opened[1].chosen()
            yield opened
