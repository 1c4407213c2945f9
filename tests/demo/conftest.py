"""One small demo for all tests of the folder: loaded once, copied for each."""

import hashlib
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from psycopg import sql

from conftest import SECRET, connected_copy
from demo.orders import CONNECTION, order
from retaguarda.app import App
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.keys import Keys
from retaguarda.payin.processors.connections import webhook_secret
from retaguarda.settings import SANDBOX_CLIENT, SANDBOX_KEY, SANDBOX_SECRET
from retaguarda_demo.payins import load_payins


@pytest.fixture(scope="session")
def peopled(server_url: str, peopled: str) -> str:
    """The template of people, with a demo beside them."""
    name = f"{peopled}_demo"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name)))
        connection.execute(
            sql.SQL("create database {} template {}").format(sql.Identifier(name), sql.Identifier(peopled))
        )
    url = urlunsplit(urlsplit(server_url)._replace(path=f"/{name}"))
    _add_connection(url)
    assert load_payins(url, order())
    return name


@pytest.fixture(scope="session")
def connected(server: psycopg.Connection, server_url: str, peopled: str) -> str:
    """That demo in a house that is connected to the sandbox: of its own, however the tests of other folders began."""
    return connected_copy(server, server_url, peopled)


def _add_connection(url: str) -> None:
    """As ensure_connection() of the house would, but for the secrets, which only it can seal."""
    with psycopg.connect(url) as connection:
        connection.execute(
            "insert into pix_connection (id, company_id, settings_name, name, base_url, token_url, client_id, client_secret, pix_key,"
            " webhook_secret) values (%s, 1, 'Sandbox', 'Sandbox', 'http://psp/api/v2', 'http://psp/oauth/token', %s, %s, %s, '')",
            (CONNECTION, SANDBOX_CLIENT, Keys(SECRET).seal("pix_connection", b""), SANDBOX_KEY),
        )


@pytest.fixture
async def app(app: App) -> App:
    async with app.database.transaction(SYSTEM) as tx:
        await tx.execute(
            "update pix_connection set client_secret = %(secret)s, webhook_secret = %(hash)s where id = %(id)s",
            {
                "secret": app.keys.seal("pix_connection", SANDBOX_SECRET.encode()),
                "hash": hashlib.sha256((await webhook_secret(tx, app.keys, CONNECTION)).encode()).digest(),
                "id": CONNECTION,
            },
        )
    return app
