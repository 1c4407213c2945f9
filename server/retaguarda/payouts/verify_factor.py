"""The guard of the section: nobody sees or changes anything of Payouts in a session opened without a second factor."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Gate, IdempotencyRecord, Principal, Request, RowScope
from retaguarda.foundation.scope import CHOSEN_MERCHANT, COMPANY, HOUSE, MERCHANT, CompanyOf, of_subject
from retaguarda.foundation.scope_access import CheckedAccess
from retaguarda.identity.api_keys import MARK


@dataclass(frozen=True, slots=True)
class _FactorAccess:
    """Refuse people without a second factor. Programs come by their key: they read, and each Command asks for the factor
    itself."""

    inner: Access

    @property
    def gate(self) -> Gate | None:
        return self.inner.gate

    @asynccontextmanager
    async def open(
        self, request: Request, permission: Permission | None, *, touch: bool = True
    ) -> AsyncIterator[tuple[Tx, Principal]]:
        async with self.inner.open(request, permission, touch=touch) as (tx, principal):
            _require(request, principal)
            yield tx, principal

    @asynccontextmanager
    async def open_under_key(
        self, request: Request, permission: Permission | None, key: str
    ) -> AsyncIterator[tuple[Tx, Principal, IdempotencyRecord | None]]:
        async with self.inner.open_under_key(request, permission, key) as opened:
            _require(request, opened[1])
            yield opened


def _require(request: Request, principal: Principal) -> None:
    if Permission.TWO_FACTOR not in principal.permissions and not request.bearer.startswith(MARK):
        raise ApiError(
            403, "two_factor_required", "Payouts opens in a session with a second factor: sign in with yours"
        )


def guarded(scope: RowScope) -> RowScope:
    """Return the scope behind the guard of the section."""
    return RowScope(f"{scope.name}, second factor", lambda access: scope.over(_FactorAccess(access)))


def guarded_subject(company_of: CompanyOf) -> RowScope:
    """Return the scope of what the path names, behind the guard."""
    return guarded(of_subject(company_of))


def _require_staff(principal: Principal) -> None:
    if not principal.internal:
        raise not_found()


#: The scopes of the section: as those of foundation/scope.py, behind the guard.
FACTOR_MERCHANT, FACTOR_CHOSEN, FACTOR_COMPANY, FACTOR_HOUSE = map(guarded, (MERCHANT, CHOSEN_MERCHANT, COMPANY, HOUSE))
#: What of the merchants staff alone see: the chosen one's, or all; 404 for others.
FACTOR_STAFF = guarded(RowScope("MERCHANT, staff", lambda access: CheckedAccess(MERCHANT.over(access), _require_staff)))
