"""The file of a company: written by one installation, taken in by another, and equal there."""

import argparse
from collections.abc import Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from conftest import SECRET, _copy
from people import AURORA, Person
from retaguarda.audit.sequence_events import sequence
from retaguarda.cells.export_company import ExportedFile, export_company
from retaguarda.cells.import_company import ImportedCompany, import_company
from retaguarda.cells.seal_for import make_opening_key
from retaguarda.cli.found import begin
from retaguarda.cli.share_keys import share_keys, take_keys
from retaguarda.foundation.database import Connection
from retaguarda.foundation.keys import Keys
from support.charges import Counter, offenders

OTHER_SECRET = "another secret of the tests, long enough"
_DOCUMENT = "11444777000161"


@pytest.fixture
def founded(
    server: psycopg.Connection, server_url: str, template: str, peopled_url: str, tmp_path: Path
) -> Iterator[str]:
    """The database of an installation that was founded with the same kept keys, and has no company yet."""
    with _copy(server, server_url, template) as url:
        with psycopg.connect(peopled_url) as here, psycopg.connect(url) as there:
            options = argparse.Namespace(
                company="Other cell",
                legal_name=None,
                document=_DOCUMENT,
                email="root@cell-b.example",
                name="Root",
                locale="en",
                companies=None,
            )
            begin(there, options)
            code = share_keys(here, Keys(SECRET), tmp_path / "kept")
            take_keys(there, Keys(OTHER_SECRET), tmp_path / "kept", code)
        yield url


@asynccontextmanager
async def owner(url: str) -> Any:
    async with await Connection.connect(url, autocommit=True, options="-c timezone=UTC") as connection:
        yield connection


async def export(url: str, to: Path, key: bytes, company: int = AURORA, move: UUID | None = None) -> ExportedFile:
    async with owner(url) as connection:
        return await export_company(connection, move or uuid4(), company, key, to, keys=Keys(SECRET))


async def take(url: str, file: Path, key: bytes) -> ImportedCompany:
    async with owner(url) as connection, connection.transaction():
        return await import_company(connection, file, key, keys=Keys(OTHER_SECRET))


async def moved(counter: Counter, founded: str, folder: Path) -> tuple[ExportedFile, ImportedCompany]:
    await counter.work()
    await sequence(counter.app.database, counter.app.keys)
    public, private = make_opening_key()
    written = await export(counter.url, folder / "aurora", public)
    return written, await take(founded, written.path, private)


async def test_a_company_comes_whole_and_both_sides_hold(
    ana: Person, counter: Counter, founded: str, tmp_path: Path
) -> None:
    await counter.paid(ana, 3700)
    await counter.charge(ana, 500)
    written, came = await moved(counter, founded, tmp_path)
    assert came.file_sha256 == written.sha256
    assert offenders(counter.url) == {}
    assert offenders(founded) == {}
