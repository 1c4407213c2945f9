"""The door for work that goes on after the call that asked for it: it acts as who asked, with what they may do now."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from uuid import UUID

import msgspec
from psycopg import sql

from retaguarda.foundation.database import Database, Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Gate, IdempotencyRecord, Principal, Request
from retaguarda.identity.person_access import Opened, who_of
from retaguarda.identity.tokens import unauthorized


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asked: a person, or a program by its key.

    Args:
        account: the merchant it is about; None for all that they see.
        two_factor: they asked in a session that was opened with a second factor.
        work: the id of what they asked for; it stands for the session.
    """

    id: UUID
    account: int | None
    two_factor: bool
    work: UUID


@dataclass(frozen=True, slots=True)
class ActingAccess:
    """A foundation ``Door``. The call says nothing about who asks; it is kept for the events."""

    database: Database
    asker: Asker
    gate: Gate | None = None

    @asynccontextmanager
    async def open(
        self, request: Request, permission: Permission | None, *, touch: bool = True
    ) -> AsyncIterator[tuple[Tx, Principal]]:
        """
        Raises:
            ApiError: 401 when they were suspended, or the merchant is not theirs any more; 403 without the permission.
        """
        async with self._opened(permission, None) as (tx, principal, _):
            yield tx, principal

    def open_under_key(
        self, request: Request, permission: Permission | None, key: str
    ) -> AbstractAsyncContextManager[tuple[Tx, Principal, IdempotencyRecord | None]]:
        return self._opened(permission, key)

    @asynccontextmanager
    async def _opened(
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
                principal = who_of(opened, asker.work, "")
                if permission is not None:
                    principal.require(permission)
                yield tx, principal, opened.first
                return
        raise unauthorized()
