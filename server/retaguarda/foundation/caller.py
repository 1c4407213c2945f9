"""Who runs a Command: whoever sent a request, or a person whose work goes on after theirs."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Gate, IdempotencyRecord, Principal, Request


class Caller(Protocol):
    """Opens the transaction of a Command for somebody; whose rows it sees is theirs."""

    @property
    def gate(self) -> Gate | None: ...

    def enter(
        self, permission: Permission | None, key: str | None
    ) -> AbstractAsyncContextManager[tuple[Tx, Principal, IdempotencyRecord | None]]:
        """Open a transaction in their scope once the permission holds; with a key, take it as open_under_key() does."""
        ...


@dataclass(frozen=True, slots=True)
class RequestCaller:
    """Whoever sent a request, let in by an Access."""

    access: Access
    request: Request

    @property
    def gate(self) -> Gate | None:
        return self.access.gate

    @asynccontextmanager
    async def enter(
        self, permission: Permission | None, key: str | None
    ) -> AsyncIterator[tuple[Tx, Principal, IdempotencyRecord | None]]:
        if key is None:
            async with self.access.open(self.request, permission) as (tx, principal):
                yield tx, principal, None
        else:
            async with self.access.open_under_key(self.request, permission, key) as opened:
                yield opened
