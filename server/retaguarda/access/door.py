"""The door of this room: which company a call is about, when nobody has chosen a merchant.

With a chosen merchant it is that one. Without, it is the company of what the path names; and for something new, the
caller's own.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from retaguarda.foundation.call import PROVIDER, Call, Door, First, Gate, Who
from retaguarda.foundation.database import Scope, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.identity.door import first_under, without_account

#: The company a call is about; None when what it names is not there for the caller.
Whose = Callable[[Tx, Who, Call], Awaitable[int | None]]


@dataclass(frozen=True, slots=True)
class RoomDoor:
    """
    Args:
        whose: None for lists, which show every company the caller sees when no merchant is chosen.
        any_account: the call names its company itself, whichever merchant the tab has chosen.
    """

    inner: Door
    whose: Whose | None
    any_account: bool = False

    @property
    def gate(self) -> Gate | None:
        return self.inner.gate

    @asynccontextmanager
    async def open(
        self, call: Call, permission: Permission | None, *, touch: bool = True
    ) -> AsyncIterator[tuple[Tx, Who]]:
        """As the inner door's, and ``who.account`` is the company this is about.

        A person may belong to more companies than the chosen one, so the scope here is all that the caller may see:
        each statement of this room names its company.
        """
        asked = without_account(call) if self.any_account else call
        async with self.inner.open(asked, permission, touch=touch) as (tx, who):
            if who.account is not None and len(who.companies) > 1:
                await tx.execute(Scope(who.companies, who.person_id).statement().decode())
            if self.whose is None:
                yield tx, who
                return
            company = await self.whose(tx, who, call)
            if company is None or (who.account not in (None, company) and not self.any_account):
                raise not_found()
            yield tx, replace(who, account=company)

    @asynccontextmanager
    async def open_under_key(
        self, call: Call, permission: Permission | None, key: str
    ) -> AsyncIterator[tuple[Tx, Who, First | None]]:
        async with self.open(call, permission) as (tx, who):
            yield tx, who, await first_under(tx, who, key)


async def new_here(tx: Tx, who: Who, call: Call) -> int:
    """Something new belongs to the chosen merchant, else to the caller's own company."""
    return who.company_id if who.account is None else who.account


async def of_house(tx: Tx, who: Who, call: Call) -> int | None:
    """What is of the whole house is staff's alone, whichever merchant they look at."""
    return PROVIDER if who.internal else None


async def of_person(tx: Tx, who: Who, call: Call) -> int | None:
    return await tx.value(
        "select company_id from person where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(call.path_params["id"]), "seen": list(who.companies)},
    )


async def of_key(tx: Tx, who: Who, call: Call) -> int | None:
    return await tx.value(
        "select company_id from api_key where id = %(id)s and company_id = any(%(seen)s)",
        {"id": uuid_of(call.path_params["id"]), "seen": list(who.companies)},
    )


async def of_role(tx: Tx, who: Who, call: Call) -> int | None:
    return await tx.value(
        "select company_id from role where id = %(id)s and company_id = any(%(seen)s)",
        {"id": role_number(call.path_params["id"]), "seen": list(who.companies)},
    )


def role_number(text: str) -> int:
    """A role's number from a path; what is no number is simply not there."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise not_found("role")
    return int(text)
