"""The guard of the section: nobody sees or changes anything of Payouts in a session opened without a second factor, and by night no
money leaves on the word of a session that is older than an hour."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date, timedelta

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Gate, IdempotencyRecord, Principal, Request, RowScope
from retaguarda.foundation.scope import CHOSEN_MERCHANT, COMPANY, HOUSE, MERCHANT, CompanyOf, of_subject
from retaguarda.foundation.scope_access import CheckedAccess
from retaguarda.identity.api_keys import MARK

#: For how long after its second factor a session lets money leave by night.
FRESH_BY_NIGHT = timedelta(hours=1)
#: What runs on an approver's word names no session: the approver has just shown their own factor.
_STALE = (
    "select c.night is not null and coalesce(session_factor_age(%(session)s, %(person)s) > %(fresh)s, false)"
    " from payout_counts_on(%(company)s, now(), %(planned)s) c"
)


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


async def refuse_stale_factor(tx: Tx, principal: Principal, planned: date | None = None) -> None:
    """Refuse what would leave by night in a session whose second factor was shown more than an hour ago: who holds a
    stolen session has no code to open another.

    Args:
        planned: the later day on which it leaves; None: at once.

    Raises:
        ApiError: 403 ``second_factor_stale``.
    """
    values = {
        "company": principal.chosen(),
        "planned": planned,
        "session": principal.session_id,
        "person": principal.person_id,
        "fresh": FRESH_BY_NIGHT,
    }
    if await tx.value(_STALE, values):
        raise ApiError(
            403, "second_factor_stale", "by night money leaves within an hour of your second factor: sign in again"
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
