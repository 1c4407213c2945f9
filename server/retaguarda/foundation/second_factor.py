"""A scope for what only sessions opened with a second factor may see, such as everything of payouts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Gate, IdempotencyRecord, Principal, Request, RowScope


@dataclass(frozen=True, slots=True)
class _FactorAccess:
    """Refuse a session that was opened without a second factor, whatever it asks for."""

    inner: Access

    @property
    def gate(self) -> Gate | None:
        return self.inner.gate

    @asynccontextmanager
    async def open(
        self, request: Request, permission: Permission | None, *, touch: bool = True
    ) -> AsyncIterator[tuple[Tx, Principal]]:
        async with self.inner.open(request, permission, touch=touch) as (tx, principal):
            _require_factor(principal)
            yield tx, principal

    @asynccontextmanager
    async def open_under_key(
        self, request: Request, permission: Permission | None, key: str
    ) -> AsyncIterator[tuple[Tx, Principal, IdempotencyRecord | None]]:
        async with self.inner.open_under_key(request, permission, key) as opened:
            _require_factor(opened[1])
            yield opened


def _require_factor(principal: Principal) -> None:
    if Permission.TWO_FACTOR not in principal.permissions:
        raise ApiError(403, "two_factor_required", "sign in again, with your second factor")


def second_factor(scope: RowScope) -> RowScope:
    """The same scope for sessions that were opened with a second factor; 403 ``two_factor_required`` for others."""
    return RowScope(f"{scope.name}, second factor", lambda access: _FactorAccess(scope.over(access)))
