"""One real Postgres for the whole run, and a fresh database of its own for every test that asks."""

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from psycopg import sql
from retaguarda.foundation.embedded import EmbeddedPostgres
from retaguarda.foundation.migrate import APP_ROLE, migrate

TEMPLATE = "retaguarda_template"
#: Nothing in a test needs to survive a power cut.
FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "200"}


def _with_database(url: str, name: str, user: str | None = None) -> str:
    parts = urlsplit(url)
    netloc = parts.netloc if user is None else f"{user}@{parts.netloc.rpartition('@')[2]}"
    return urlunsplit(parts._replace(path=f"/{name}", netloc=netloc))


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """Address of a server as its owner: the embedded one, or TEST_DATABASE_URL (another major, with trust for its roles)."""
    if given := os.environ.get("TEST_DATABASE_URL"):
        yield given
        return
    # A short path: a Unix socket's address has 107 bytes at most.
    folder = Path(tempfile.mkdtemp(prefix="rg-", dir="/tmp"))  # noqa: S108
    server = EmbeddedPostgres(folder / "pg", FAST)
    server.start()
    yield server.url("postgres")
    server.stop()
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def template(server_url: str) -> Iterator[str]:
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(TEMPLATE)))
        connection.execute(sql.SQL("create database {}").format(sql.Identifier(TEMPLATE)))
    migrate(_with_database(server_url, TEMPLATE))
    yield TEMPLATE


@pytest.fixture
def database_url(server_url: str, template: str) -> Iterator[str]:
    """A migrated, empty database, as its owner."""
    name = f"t_{secrets.token_hex(6)}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(
            sql.SQL("create database {} template {}").format(sql.Identifier(name), sql.Identifier(template))
        )
        yield _with_database(server_url, name)
        connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


@pytest.fixture
def app_url(database_url: str) -> str:
    """The same database, as the application's role."""
    return _with_database(database_url, urlsplit(database_url).path[1:], APP_ROLE)
