"""Access of this room: finds the company of a request when no merchant is chosen.

With a chosen merchant it is that one. Otherwise it is the company of the record in the path; for a new record, the
caller's own.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from retaguarda.foundation.database import Scope, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import PROVIDER, Access, Gate, IdempotencyRecord, Principal, Request
from retaguarda.identity.person_access import idempotency_record, without_account

#: Finds the company of a request; None when the caller does not see the record.
FindCompany = Callable[[Tx, Principal, Request], Awaitable[int | None]]


@dataclass(frozen=True, slots=True)
class RoomAccess:
    """Access to the records of one company.

    Args:
        find_company: None for lists, which show every company the caller sees when no merchant is chosen.
        any_account: the request names its company itself, whatever merchant the tab has chosen.
    """

    inner: Access
    find_company: FindCompany | None
    any_account: bool = False

    @property
    def gate(self) -> Gate | None:
        return self.inner.gate

    @asynccontextmanager
    async def open(
        self, request: Request, permission: Permission | None, *, touch: bool = True
    ) -> AsyncIterator[tuple[Tx, Principal]]:
        """As the inner access, with ``principal.account`` set to the company of the request.

        A person may belong to more companies than the chosen one, so the scope is everything the caller sees, and each
        statement of this room names its company.
        """
        scoped_request = without_account(request) if self.any_account else request
        async with self.inner.open(scoped_request, permission, touch=touch) as (tx, principal):
            if principal.account is not None and len(principal.companies) > 1:
                await tx.execute(Scope(principal.companies, principal.person_id).statement().decode())
            if self.find_company is None:
                yield tx, principal
                return
            company = await self.find_company(tx, principal, request)
            if company is None or (principal.account not in (None, company) and not self.any_account):
                raise not_found()
            yield tx, replace(principal, account=company)

    @asynccontextmanager
    async def open_under_key(
        self, request: Request, permission: Permission | None, key: str
    ) -> AsyncIterator[tuple[Tx, Principal, IdempotencyRecord | None]]:
        async with self.open(request, permission) as (tx, principal):
            yield tx, principal, await idempotency_record(tx, principal, key)


async def new_here(tx: Tx, principal: Principal, request: Request) -> int:
    """The company of a new record: the chosen merchant, else the caller's own."""
    return principal.company_id if principal.account is None else principal.account


async def of_house(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Product-wide records belong to staff alone, whatever merchant they look at."""
    return PROVIDER if principal.internal else None


async def of_person(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from person where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


async def of_key(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from api_key where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


async def of_role(tx: Tx, principal: Principal, request: Request) -> int | None:
    return await tx.value(
        "select company_id from role where id = %(id)s and company_id = any(%(seen)s)",
        {"id": role_number(request.path_params["id"]), "seen": list(principal.companies)},
    )


def role_number(text: str) -> int:
    """Parses a role id from a path; other text is 404."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise not_found("role")
    return int(text)
