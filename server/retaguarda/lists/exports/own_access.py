"""The door to what a person keeps for themselves."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Gate, IdempotencyRecord, Principal, Request
from retaguarda.identity.person_access import idempotency_record, without_account


@dataclass(frozen=True, slots=True)
class OwnAccess:
    """
    Args:
        any_account: the call is about the same things whichever merchant the tab has chosen.
        belongs: what is done belongs to a company: to the chosen one, or else to the person's own, and then
            ``who.all_accounts`` says that it is about all that they see.
    """

    inner: Access
    any_account: bool = False
    belongs: bool = False

    @property
    def gate(self) -> Gate | None:
        return self.inner.gate

    @asynccontextmanager
    async def open(
        self, request: Request, permission: Permission | None, *, touch: bool = True
    ) -> AsyncIterator[tuple[Tx, Principal]]:
        asked = without_account(request) if self.any_account else request
        async with self.inner.open(asked, permission, touch=touch) as (tx, principal):
            if self.belongs and principal.account is None:
                principal = replace(principal, account=principal.company_id, all_accounts=True)
            yield tx, principal

    @asynccontextmanager
    async def open_under_key(
        self, request: Request, permission: Permission | None, key: str
    ) -> AsyncIterator[tuple[Tx, Principal, IdempotencyRecord | None]]:
        async with self.open(request, permission) as (tx, principal):
            yield tx, principal, await idempotency_record(tx, principal, key)
