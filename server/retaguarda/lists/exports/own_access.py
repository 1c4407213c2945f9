"""Access to what belongs to a person."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Gate, IdempotencyRecord, Principal, Request
from retaguarda.identity.person_access import idempotency_record, without_account


@dataclass(frozen=True, slots=True)
class OwnAccess:
    """Access to a person's own records.

    Args:
        any_account: the records are the same whatever merchant the tab has chosen.
        belongs: the work belongs to a company: the chosen one, else the person's own, and then ``principal.all_accounts`` says
            that it covers all that they see.
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
        scoped_request = without_account(request) if self.any_account else request
        async with self.inner.open(scoped_request, permission, touch=touch) as (tx, principal):
            if self.belongs and principal.account is None:
                principal = replace(principal, account=principal.company_id, all_accounts=True)
            yield tx, principal

    @asynccontextmanager
    async def open_under_key(
        self, request: Request, permission: Permission | None, key: str
    ) -> AsyncIterator[tuple[Tx, Principal, IdempotencyRecord | None]]:
        async with self.open(request, permission) as (tx, principal):
            yield tx, principal, await idempotency_record(tx, principal, key)
