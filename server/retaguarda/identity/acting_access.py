"""Access for work that continues after its request: it acts as the requester, with the rights they have now."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from uuid import UUID

import msgspec
from psycopg import sql

from retaguarda.foundation.database import Database, Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Gate, IdempotencyRecord, Principal, Request
from retaguarda.identity.person_access import Opened, principal_of
from retaguarda.identity.tokens import unauthorized

#: For work that opens its access without an API request.
NO_REQUEST = Request("", "", {}, [], {}, b"", "", None, None)


@dataclass(frozen=True, slots=True)
class Requester:
    """A person, or a program by its API key.

    Args:
        account: the merchant of the work; None for all that they see.
        two_factor: whether they requested it in a session opened with a second factor.
        work: the id of the work; it stands in for the session id.
    """

    id: UUID
    account: int | None
    two_factor: bool
    work: UUID


@dataclass(frozen=True, slots=True)
class ActingAccess:
    """A foundation ``Access`` and ``Caller``. A request does not identify anybody here."""

    database: Database
    asker: Requester
    gate: Gate | None = None

    @asynccontextmanager
    async def open(
        self, request: Request, permission: Permission | None, *, touch: bool = True
    ) -> AsyncIterator[tuple[Tx, Principal]]:
        """Opens a transaction as the requester.

        Raises:
            ApiError: 401 if they were suspended or may no longer see the merchant; 403 without the permission.
        """
        async with self.enter(permission, None) as (tx, principal, _):
            yield tx, principal

    def open_under_key(
        self, request: Request, permission: Permission | None, key: str
    ) -> AbstractAsyncContextManager[tuple[Tx, Principal, IdempotencyRecord | None]]:
        return self.enter(permission, key)

    @asynccontextmanager
    async def enter(
        self, permission: Permission | None, key: str | None
    ) -> AsyncIterator[tuple[Tx, Principal, IdempotencyRecord | None]]:
        asker = self.asker
        opening = (
            sql.SQL(
                "select *, case when {key}::text is not null then command_first(account, person_id, {key}) end as first"
                " from actor_open({id}::uuid, {account}::int, {two_factor})"
            )
            .format(key=key, id=str(asker.id), account=asker.account, two_factor=asker.two_factor)
            .as_bytes()
        )
        async with self.database.begin(opening) as (tx, row):
            if row is not None:
                opened = msgspec.convert(row, Opened)
                principal = principal_of(opened, asker.work, "")
                if permission is not None:
                    principal.require(permission)
                yield tx, principal, opened.first
                return
        raise unauthorized()
