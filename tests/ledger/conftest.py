"""Two merchants' books, as the application's role and as the owner."""

from collections.abc import Iterator

import psycopg
import pytest

from ledger.books import AURORA, CEDRO, set_up


@pytest.fixture
def owner(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        set_up(connection, AURORA, CEDRO)
        yield connection


@pytest.fixture
def app(owner: psycopg.Connection, app_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(app_url, autocommit=True) as connection:
        yield connection
