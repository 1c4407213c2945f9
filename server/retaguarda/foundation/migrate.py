"""Brings a database to the newest schema, and makes the role the application connects as.

A migration (``migrations/sql/NNNN_name.sql``) changes tables and rows; it runs once, in a transaction of its own. Functions,
triggers and views live in the ``sql/`` folder of their room and are replaced there when their text has changed.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

import psycopg
from psycopg import sql

PACKAGE = Path(__file__).parents[1]
MIGRATIONS = PACKAGE / "migrations" / "sql"
APP_ROLE = "retaguarda_app"
#: Where a room defines what its tables need already: functions in policies, checks and indexes.
BEFORE_TABLES = "before_tables.sql"
#: Where a room defines the views that other rooms read: functions of all rooms may name them.
PUBLISHED = "published.sql"
#: How long a statement waits for a table that somebody holds.
LOCK_TIMEOUT = "3s"

_STATE = """
    create table schema_migration (
        number     text primary key,
        checksum   bytea not null,
        applied_at timestamptz not null default now()
    );
    create table schema_definition (
        checksum bytea primary key
    );
    grant select on schema_migration to retaguarda_app;
"""
_TOKEN = re.compile(r"(\$\w*\$).*?\1|'(?:[^']|'')*'|--[^\n]*|;", re.DOTALL)
_BEGINS = re.compile(r"\s*(?:--[^\n]*\n\s*)*(?:create or replace|drop|call)\b", re.IGNORECASE)

Connection = psycopg.Connection[tuple[object, ...]]


@cache
def newest_number() -> str:
    """The number of the newest migration this program knows."""
    return _number(migration_files()[-1])


def migration_files() -> list[Path]:
    """Every migration, in the order of their numbers."""
    return sorted(MIGRATIONS.glob("*.sql"))


def definition_files() -> list[Path]:
    """Every file of functions, triggers and views: what tables need first, then what rooms publish, the foundation before them."""
    found = [path for path in PACKAGE.rglob("sql/*.sql") if path.parts[-3] != "migrations"]
    first = (BEFORE_TABLES, PUBLISHED)
    order = {path: first.index(path.name) if path.name in first else len(first) for path in found}
    return sorted(found, key=lambda path: (order[path], path.parts[-3] != "foundation", path))


class SchemaError(RuntimeError):
    """This program and the database's schema do not belong together."""


def migrate(owner_url: str, app_password: str = "") -> None:
    """Runs every missing migration in order, each in its own transaction, then every definition that has changed, in one.

    Args:
        owner_url: address of the database as its owner.
        app_password: password of the application's role; empty where the server trusts its socket.

    Raises:
        psycopg.Error: a statement could not get its locks in time, or the owner may not create roles.
        SchemaError: a newer program migrated this database, or a migration was edited after it ran here.
    """
    with psycopg.connect(owner_url, autocommit=True) as connection:
        ensure_app_role(connection, app_password)
        # Two programs may start on one database at once; the second finds the work done.
        connection.execute("select pg_advisory_lock(hashtext('retaguarda_migrate'))")
        connection.execute("select set_config('lock_timeout', %s, false)", (LOCK_TIMEOUT,))
        applied = _applied(connection)
        definitions = definition_files()
        _define(connection, (path for path in definitions if path.name == BEFORE_TABLES))
        for path in migration_files():
            text = path.read_bytes()
            if _number(path) not in applied:
                with connection.transaction():
                    connection.execute(text)
                    connection.execute(
                        "insert into schema_migration (number, checksum) values (%s, %s)",
                        (_number(path), sha256(text).digest()),
                    )
            elif applied[_number(path)] != sha256(text).digest():
                raise SchemaError(f"{path.name} was edited after it ran on this database; write a new migration")
        _define(connection, definitions, all_there_are=True)
        # Does nothing but after a restore from a dump, where readers would wait and balances refuse to be read.
        connection.execute(
            "select conciliation_rebase(r.ledger or r.events)"
            " from (select ledger_rebase() as ledger, event_rebase() as events) r"
        )
        # Does nothing but where a company is being moved, or was.
        connection.execute("call cell_guard_new()")
        connection.execute("call cell_pass_imports()")


def statements(text: str) -> Iterator[str]:
    """Yields each statement with the comments before it; a semicolon in a quote or a comment ends none."""
    begin = 0
    for token in _TOKEN.finditer(text):
        if token[0] == ";":
            yield text[begin : token.end()]
            begin = token.end()


def _definitions(text: str) -> list[str]:
    """What is applied together: an object and the grants that follow it."""
    found = list[str]()
    for statement in statements(text):
        if _BEGINS.match(statement) or not found:
            found.append(statement)
        else:
            found[-1] += statement
    return found


def _applied(connection: Connection) -> dict[str, bytes]:
    """Checksums of the migrations that ran here, by number."""
    with connection.transaction():
        found = connection.execute("select to_regclass('public.schema_migration') is null").fetchone()
        if found == (True,):
            connection.execute(_STATE)
        rows = connection.execute("select number, checksum from schema_migration").fetchall()
    applied = {str(number): checksum for number, checksum in rows if isinstance(checksum, bytes)}
    if applied and max(applied) > newest_number():
        raise SchemaError(f"this database has the schema {max(applied)} of a newer program; start that one")
    return applied


def _define(connection: Connection, files: Iterable[Path], *, all_there_are: bool = False) -> None:
    """Applies the definitions whose text is new here. What has not changed is left alone: a trigger locks its table."""
    texts = {sha256(text.encode()).digest(): text for path in files for text in _definitions(path.read_text())}
    with connection.transaction():
        known = {row[0] for row in connection.execute("select checksum from schema_definition").fetchall()}
        # One function may call another that comes later.
        connection.execute("set local check_function_bodies = off")
        for checksum, text in texts.items():
            if checksum not in known:
                connection.execute(text.encode())
                connection.execute("insert into schema_definition values (%s)", (checksum,))
        if all_there_are:
            connection.execute("delete from schema_definition where checksum <> all (%s)", (list(texts),))


def _number(path: Path) -> str:
    return path.stem.partition("_")[0]


def ensure_app_role(connection: psycopg.Connection, password: str) -> None:
    """``connection`` is of the owner; ``password`` empty where the server trusts its socket."""
    role = sql.Identifier(APP_ROLE)
    with connection.transaction():
        # Two programs may start on one server at once.
        connection.execute("select pg_advisory_xact_lock(hashtext('retaguarda_app'))")
        found = connection.execute(
            "select rolsuper or rolbypassrls from pg_roles where rolname = %s", (APP_ROLE,)
        ).fetchone()
        if found is None:
            connection.execute(
                sql.SQL("create role {} login nosuperuser nobypassrls nocreatedb nocreaterole").format(role)
            )
        elif found[0]:
            raise PermissionError(f"the role {APP_ROLE} may bypass row security; take that away first")
        if password:
            connection.execute(sql.SQL("alter role {} password {}").format(role, sql.Literal(password)))
