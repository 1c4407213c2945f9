"""Work on many rows of a list of the house's own: staff ask for it and it is done for the house, whichever merchant they look at.

A merchant's own log would else tell it what staff do with alerts and hits about it.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from retaguarda.foundation.caller import Caller
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Gate, IdempotencyRecord, Principal, Request
from retaguarda.foundation.scope import HOUSE, see_all


def is_house(command: Command[Any] | None) -> bool:
    """Whether the rows that it can be done with are of a list of the house."""
    return command is not None and command.bulk is not None and command.bulk.scope is HOUSE


@dataclass(frozen=True, slots=True)
class BulkAccess:
    """Lets a request in for the house where its body names a Command on a list of the house; else for the chosen merchant."""

    inner: Access
    bulkable: Mapping[str, Command[Any]]

    @property
    def gate(self) -> Gate | None:
        return self.inner.gate

    def open(
        self, request: Request, permission: Permission | None, *, touch: bool = True
    ) -> AbstractAsyncContextManager[tuple[Tx, Principal]]:
        return self._of(request).open(request, permission, touch=touch)

    def open_under_key(
        self, request: Request, permission: Permission | None, key: str
    ) -> AbstractAsyncContextManager[tuple[Tx, Principal, IdempotencyRecord | None]]:
        return self._of(request).open_under_key(request, permission, key)

    def _of(self, request: Request) -> Access:
        named = request.read(dict[str, Any]).get("command")
        return HOUSE.over(self.inner) if is_house(self.bulkable.get(str(named))) else self.inner


@dataclass(frozen=True, slots=True)
class HouseCaller:
    """Somebody of the staff at work for the house: they see what they see of every merchant."""

    inner: Caller

    @property
    def gate(self) -> Gate | None:
        return self.inner.gate

    @asynccontextmanager
    async def enter(
        self, permission: Permission | None, key: str | None
    ) -> AsyncIterator[tuple[Tx, Principal, IdempotencyRecord | None]]:
        async with self.inner.enter(permission, key) as (tx, principal, first):
            await see_all(tx, principal)
            yield tx, principal, first
