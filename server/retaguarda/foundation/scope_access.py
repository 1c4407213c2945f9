"""The ways in which a call gets its account."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Gate, IdempotencyRecord, Principal, Request


@dataclass(frozen=True, slots=True)
class PlainAccess:
    """An Access on top of another one. ``find`` decides over the principal of a request that the inner one let in.

    Args:
        any_account: the request names its company itself, so the merchant that the tab has chosen does not count.
    """

    inner: Access
    find: Callable[[Tx, Principal, Request], Awaitable[Principal]]
    any_account: bool

    @property
    def gate(self) -> Gate | None:
        return self.inner.gate

    @asynccontextmanager
    async def open(
        self, request: Request, permission: Permission | None, *, touch: bool = True
    ) -> AsyncIterator[tuple[Tx, Principal]]:
        asked = without_account(request) if self.any_account else request
        async with self.inner.open(asked, permission, touch=touch) as (tx, principal):
            yield tx, await self.find(tx, principal, request)

    @asynccontextmanager
    async def open_under_key(
        self, request: Request, permission: Permission | None, key: str
    ) -> AsyncIterator[tuple[Tx, Principal, IdempotencyRecord | None]]:
        async with self.open(request, permission) as (tx, principal):
            yield tx, principal, await idempotency_record(tx, principal, key)


@dataclass(frozen=True, slots=True)
class CheckedAccess:
    """Refuse whom ``check`` refuses. The idempotency key is taken while the transaction opens, in one round trip."""

    inner: Access
    check: Callable[[Principal], object]

    @property
    def gate(self) -> Gate | None:
        return self.inner.gate

    @asynccontextmanager
    async def open(
        self, request: Request, permission: Permission | None, *, touch: bool = True
    ) -> AsyncIterator[tuple[Tx, Principal]]:
        async with self.inner.open(request, permission, touch=touch) as (tx, principal):
            self.check(principal)
            yield tx, principal

    @asynccontextmanager
    async def open_under_key(
        self, request: Request, permission: Permission | None, key: str
    ) -> AsyncIterator[tuple[Tx, Principal, IdempotencyRecord | None]]:
        async with self.inner.open_under_key(request, permission, key) as opened:
            self.check(opened[1])
            yield opened


def require_second_factor(principal: Principal) -> None:
    """Refuse whoever opened their session without a second factor; programs have none."""
    if Permission.TWO_FACTOR not in principal.permissions:
        raise ApiError(403, "two_factor_required", "sign in again, with your second factor")


def without_account(request: Request) -> Request:
    """The same request, whichever merchant the caller's tab has chosen."""
    headers = {name: value for name, value in request.headers.items() if name != "x-account"}
    return replace(request, headers=headers)


async def idempotency_record(tx: Tx, principal: Principal, key: str) -> IdempotencyRecord | None:
    """Find what stands under an idempotency key, where the company is known only once the transaction is open."""
    found = await tx.value(
        "select command_first(%(company)s, %(person)s, %(key)s)",
        {"company": principal.account, "person": principal.person_id, "key": key},
    )
    return None if found is None else msgspec.convert(found, IdempotencyRecord)
