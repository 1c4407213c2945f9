"""The database server of the bench: the project's own embedded Postgres, durable, with a database a set."""

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql

from retaguarda.foundation.embedded import EmbeddedPostgres, PostgresServer
from retaguarda.foundation.migrate import APP_ROLE, PACKAGE, migrate

DATA = Path(__file__).parent / ".data"
OWNER = "postgres"


class Server:
    def __init__(self, embedded: EmbeddedPostgres) -> None:
        self._embedded = embedded

    def url(self, database: str, user: str = OWNER) -> str:
        return self._embedded.url(database, user)

    def app_url(self, database: str) -> str:
        return self.url(database, APP_ROLE)

    def database(self, name: str, fill: Callable[[psycopg.Connection], None], made_of: str) -> str:
        """The address of a migrated database filled by ``fill``; it is kept until the schema or ``made_of`` changes."""
        mark = _mark(made_of)
        if self._mark_of(name) != mark:
            self.fresh(name)
            with psycopg.connect(self.url(name), autocommit=True) as connection:
                fill(connection)
                connection.execute("vacuum (analyze)")
                connection.execute("checkpoint")
            with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
                connection.execute(
                    sql.SQL("comment on database {} is {}").format(sql.Identifier(name), sql.Literal(mark))
                )
        return self.url(name)

    def fresh(self, name: str, *, migrated: bool = True) -> str:
        """An empty database of this name; the one before is gone."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name)))
            connection.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
        if migrated:
            migrate(self.url(name))
        return self.url(name)

    def _mark_of(self, name: str) -> str | None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            row = connection.execute(
                "select shobj_description(oid, 'pg_database') from pg_database where datname = %s", (name,)
            ).fetchone()
        return row[0] if row else None


def programs() -> Path:
    """Where the server's own programs lie."""
    return PostgresServer(DATA / "postgres").bin_path


def _mark(made_of: str) -> str:
    schema = b"".join(path.read_bytes() for path in sorted(PACKAGE.rglob("*.sql")))
    return hashlib.sha256(schema + made_of.encode()).hexdigest()


@contextmanager
def running() -> Iterator[Server]:
    """
    Raises:
        RuntimeError: the server would not keep what it says is committed.
    """
    # What the product is measured on has more memory than what a house of demo data starts with.
    embedded = EmbeddedPostgres(DATA / "postgres", {"shared_buffers": "256MB"})
    embedded.start()
    try:
        server = Server(embedded)
        with psycopg.connect(server.url("postgres")) as connection:
            for setting in ("fsync", "synchronous_commit", "full_page_writes"):
                if connection.execute(sql.SQL("show {}").format(sql.Identifier(setting))).fetchone() != ("on",):
                    raise RuntimeError(f"{setting} must be on")
        yield server
    finally:
        embedded.stop()


def wait_until(
    connection: psycopg.Connection, query: str, values: dict[str, object], *, patience: float, breath: float
) -> None:
    """Ask until the answer is true, every ``breath`` seconds.

    Raises:
        RuntimeError: it did not become true within ``patience`` seconds.
    """
    deadline = time.monotonic() + patience
    while connection.execute(query.encode(), values).fetchone() != (True,):
        if time.monotonic() > deadline:
            raise RuntimeError(f"after {patience} s still not: {query}")
        time.sleep(breath)
