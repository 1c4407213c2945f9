"""The door of this room: which company a call is about, when nobody has chosen a merchant.

With a chosen merchant it is that one. Without, it is the company of what the path names; and for something new, the
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
from retaguarda.identity.person_access import first_under, without_account

#: The company a call is about; None when what it names is not there for the caller.
Whose = Callable[[Tx, Principal, Request], Awaitable[int | None]]


@dataclass(frozen=True, slots=True)
class RoomAccess:
    """
    Args:
        whose: None for lists, which show every company the caller sees when no merchant is chosen.
        any_account: the call names its company itself, whichever merchant the tab has chosen.
    """

    inner: Access
    whose: Whose | None
    any_account: bool = False

    @property
    def gate(self) -> Gate | None:
        return self.inner.gate

    @asynccontextmanager
    async def open(
        self, request: Request, permission: Permission | None, *, touch: bool = True
    ) -> AsyncIterator[tuple[Tx, Principal]]:
        """As the inner door's, and ``who.account`` is the company this is about.

        A person may belong to more companies than the chosen one, so the scope here is all that the caller may see:
        each statement of this room names its company.
        """
        asked = without_account(request) if self.any_account else request
        async with self.inner.open(asked, permission, touch=touch) as (tx, principal):
            if principal.account is not None and len(principal.companies) > 1:
                await tx.execute(Scope(principal.companies, principal.person_id).statement().decode())
            if self.whose is None:
                yield tx, principal
                return
            company = await self.whose(tx, principal, request)
            if company is None or (principal.account not in (None, company) and not self.any_account):
                raise not_found()
            yield tx, replace(principal, account=company)

    @asynccontextmanager
    async def open_under_key(
        self, request: Request, permission: Permission | None, key: str
    ) -> AsyncIterator[tuple[Tx, Principal, IdempotencyRecord | None]]:
        async with self.open(request, permission) as (tx, principal):
            yield tx, principal, await first_under(tx, principal, key)


async def new_here(tx: Tx, principal: Principal, request: Request) -> int:
    """Something new belongs to the chosen merchant, else to the caller's own company."""
    return principal.company_id if principal.account is None else principal.account


async def of_house(tx: Tx, principal: Principal, request: Request) -> int | None:
    """What is of the whole house is staff's alone, whichever merchant they look at."""
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
    """A role's number from a path; what is no number is simply not there."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise not_found("role")
    return int(text)
