"""The product's own Commands and transactions, as parts of the bench call them: without HTTP, and without a copy of them."""

import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
from psycopg import sql

from bench.postgres import Server
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import PROVIDER, Principal

#: Nothing here ends at the limit of one statement: what takes longer than the product allows is told by its row.
NO_LIMIT = 0


@asynccontextmanager
async def opened(url: str, size: int = 4) -> AsyncIterator[Database]:
    """As the application's role."""
    database = Database(url, size=size, lock_timeout_ms=NO_LIMIT, statement_timeout_ms=NO_LIMIT)
    await database.open()
    try:
        yield database
    finally:
        await database.close()


def everything(principal: Principal) -> Scope:
    return Scope(None, principal.person_id)


def staff(connection: psycopg.Connection, email: str, account: int | None = None) -> Principal:
    """Somebody of the provider who may do everything; made where there is nobody with this address."""
    row = connection.execute("select id from person where email = %s", (email,)).fetchone()
    person = row[0] if row else uuid7()
    if row is None:
        connection.execute(
            "insert into person (id, company_id, email, name, password_hash, internal) values (%s, %s, %s, 'Bench', '', true)",
            (person, PROVIDER, email),
        )
    companies = tuple(found[0] for found in connection.execute("select id from company order by id").fetchall())
    return Principal(
        person_id=person,
        session_id=uuid7(),
        email=email,
        name="Bench",
        locale=None,
        internal=True,
        company_id=PROVIDER,
        companies=companies,
        permissions=frozenset(map(str, Permission)),
        has_second_factor=True,
        account=account,
        all_accounts=account is None,
    )


def command(commands: Iterable[Command[Any]], name: str) -> Command[Any]:
    """The product's Command of this name."""
    return next(each for each in commands if each.name == name)


async def act(tx: Tx, who: Principal, found: Command[Any], given: Any, subject: UUID | str | None = None) -> Done:
    """What the Command applies, within this transaction."""
    return await found.apply(tx, who, given, {} if subject is None else {"id": str(subject)})


def another(server: Server, template: str, name: str) -> str:
    """A copy of a database under this name; the one before is gone."""
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name)))
        connection.execute(
            sql.SQL("create database {} template {}").format(sql.Identifier(name), sql.Identifier(template))
        )
        connection.execute("checkpoint")
    return server.url(name)


def drop(server: Server, name: str) -> None:
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name)))


class Stopwatch:
    """``with Stopwatch() as watch: …; watch.seconds``."""

    def __enter__(self) -> "Stopwatch":
        self._started, self.seconds = time.perf_counter(), 0.0
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds = time.perf_counter() - self._started


def held(process: int) -> int:
    """Bytes that a process holds for itself, without what it shares."""
    text = Path(f"/proc/{process}/status").read_text()
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("RssAnon:")) * 1024
