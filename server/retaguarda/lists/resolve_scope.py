"""Files and work on many rows of a list of the house's own: staff ask for them for the house, whichever merchant they look at.

A merchant's own log would else tell it which lists staff take away, and what they do with alerts and hits about it.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from retaguarda.foundation.caller import Caller
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Gate, IdempotencyRecord, Principal, Request, RowScope
from retaguarda.foundation.scope import HOUSE, see_all
from retaguarda.foundation.table import Table

#: The list that a body is about; None where it names none.
ListOf = Callable[[dict[str, Any]], Table | None]


def is_house(table: Table | None) -> bool:
    return table is not None and table.scope is HOUSE


def of_list(list_of: ListOf, other: RowScope) -> RowScope:
    """The house, where the body names a list of the house; ``other`` for every other one."""
    return RowScope(
        f"of_list({other.name})", lambda access: _ListAccess(HOUSE.over(access), other.over(access), list_of)
    )


@dataclass(frozen=True, slots=True)
class _ListAccess:
    house: Access
    other: Access
    list_of: ListOf

    @property
    def gate(self) -> Gate | None:
        return self.other.gate

    def open(
        self, request: Request, permission: Permission | None, *, touch: bool = True
    ) -> AbstractAsyncContextManager[tuple[Tx, Principal]]:
        return self._of(request).open(request, permission, touch=touch)

    def open_under_key(
        self, request: Request, permission: Permission | None, key: str
    ) -> AbstractAsyncContextManager[tuple[Tx, Principal, IdempotencyRecord | None]]:
        return self._of(request).open_under_key(request, permission, key)

    def _of(self, request: Request) -> Access:
        return self.house if is_house(self.list_of(request.read(dict[str, Any]))) else self.other


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
