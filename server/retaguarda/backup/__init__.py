"""A backup is one zip file: its manifest (``manifest.json``), the server's secret, and the database as pg_dump writes
it."""

from dataclasses import dataclass
from typing import Any

import msgspec
import psycopg

from retaguarda.foundation.keys import Keys

MANIFEST, SECRET, PREVIOUS, DATABASE = "manifest.json", "secret", "secret.previous", "database.dump"
FORMAT = 1


class Refused(Exception):
    """The backup or restore is refused; the text says why, and what to do."""


class Manifest(msgspec.Struct, kw_only=True):
    """``schema``: the newest migration; ``postgres``: major version of the server; ``rows``: row count of each table;
    ``secret_mark``: identifies the secret of the backup without revealing it; ``previous_mark`` of the secret that it
    replaces, empty where none was being replaced."""

    format: int
    made_at: str
    program: str
    schema: str
    postgres: int
    secret_mark: str
    rows: dict[str, int]
    previous_mark: str = ""


@dataclass(frozen=True, slots=True)
class BackupSize:
    rows: int
    bytes: int


def mark_of(secret: str) -> str:
    return Keys(secret).password("backup mark")


def tables(connection: psycopg.Connection[Any]) -> list[str]:
    """List every table as a quoted SQL name."""
    rows = connection.execute(
        "select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace"
        " where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$)' order by 1"
    ).fetchall()
    return [row[0] for row in rows]


def count_rows(connection: psycopg.Connection[Any]) -> dict[str, int]:
    """Count the rows of each table."""
    found = dict[str, int]()
    for table in tables(connection):
        row = connection.execute(f"select count(*) from {table}".encode()).fetchone()
        found[table] = row[0] if row else 0
    return found


def major_version(connection: psycopg.Connection[Any]) -> int:
    return connection.info.server_version // 10_000
