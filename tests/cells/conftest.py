"""Loja Aurora moves from an installation with its people to another one."""

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from conftest import SECRET, Sql, _copy
from retaguarda.app import App
from retaguarda.background import readers
from support.cell_shell import OTHER_SECRET, House
from support.cells import HERE, THERE, Side, introduce, side


@pytest.fixture
def role(sql: Sql) -> Callable[[str, int], int]:
    """``role("payer", 2)``: a role's number."""
    return lambda name, company: sql("select id from role where name = %s and company_id = %s", name, company)[0][0]


@pytest.fixture
def other_url(server: psycopg.Connection, server_url: str, peopled: str) -> Iterator[str]:
    """The other installation's database; Loja Aurora stands in it as if its file had been taken in."""
    with _copy(server, server_url, peopled) as url:
        with psycopg.connect(url) as connection:
            connection.execute("update audit_log set origin = origin || '-b'")
        yield url


@pytest.fixture
async def here(app: App, peopled_url: str, other_url: str) -> AsyncIterator[Side]:
    async with side(peopled_url, SECRET, THERE) as one:
        one.readers = [reader.name for reader in readers(app)]
        yield one


@pytest.fixture
async def there(here: Side, other_url: str) -> AsyncIterator[Side]:
    async with side(other_url, OTHER_SECRET, HERE) as two:
        await introduce(here, two)
        yield two


@pytest.fixture
def elsewhere(server: psycopg.Connection, server_url: str, template: str) -> Iterator[str]:
    """A database that nobody has founded."""
    with _copy(server, server_url, template) as url:
        yield url


@pytest.fixture
def houses(
    peopled_url: str,
    elsewhere: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> tuple[House, House]:
    def house(url: str, secret: str, address: str) -> House:
        environment = {
            "DATABASE_URL": url,
            "RETAGUARDA_SECRET": secret,
            "RETAGUARDA_PUBLIC_URL": address,
            "RETAGUARDA_DATA": str(tmp_path),
        }
        return House(environment, monkeypatch, capsys)

    return house(peopled_url, SECRET, HERE), house(elsewhere, OTHER_SECRET, THERE)
