"""The door for work that goes on after the call that asked for it: it acts as who asked, with what they may do now."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import UUID

from psycopg import sql

from retaguarda.foundation.call import Call, First, Gate, Who
from retaguarda.foundation.database import Database, Row, Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.identity.door import KEY, KEY_END, first_of, who_of
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
class ActingDoor:
    """A foundation ``Door``. The call says nothing about who asks; it is kept for the events."""

    database: Database
    asker: Asker
    gate: Gate | None = None

    @asynccontextmanager
    async def open(
        self, call: Call, permission: Permission | None, *, touch: bool = True
    ) -> AsyncIterator[tuple[Tx, Who]]:
        """
        Raises:
            ApiError: 401 when they were suspended, or the merchant is not theirs any more; 403 without the permission.
        """
        async with self._opened(permission, b"") as (tx, who, _):
            yield tx, who

    @asynccontextmanager
    async def open_under_key(
        self, call: Call, permission: Permission | None, key: str
    ) -> AsyncIterator[tuple[Tx, Who, First | None]]:
        async with self._opened(permission, KEY + sql.Literal(key).as_bytes() + KEY_END) as (tx, who, row):
            yield tx, who, first_of(row)

    @asynccontextmanager
    async def _opened(self, permission: Permission | None, under_key: bytes) -> AsyncIterator[tuple[Tx, Who, Row]]:
        asker = self.asker
        opening = (
            sql.SQL("select * from actor_open({}::uuid, {}::int, {})")
            .format(str(asker.id), asker.account, asker.two_factor)
            .as_bytes()
        )
        async with self.database.begin(opening + under_key) as (tx, row):
            if row is not None:
                who = who_of(row, asker.work, "")
                if permission is not None:
                    who.require(permission)
                yield tx, who, row
                return
        raise unauthorized()
