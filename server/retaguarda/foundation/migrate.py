"""Brings a database to the newest schema, and makes the role the application connects as."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import psycopg
from alembic import command, op
from alembic.config import Config
from alembic.script import ScriptDirectory
from psycopg import sql
from sqlalchemy import create_engine, pool

MIGRATIONS = Path(__file__).parents[1] / "migrations"
APP_ROLE = "retaguarda_app"


def run_sql(name: str) -> None:
    """Runs ``migrations/sql/<name>.sql`` inside the revision that calls it."""
    text = (MIGRATIONS / "sql" / f"{name}.sql").read_text()
    connection = op.get_bind().connection.dbapi_connection
    assert isinstance(connection, psycopg.Connection)
    connection.execute(text.encode())


@dataclass(frozen=True, slots=True)
class Revisions:
    """What this program knows of schemas: the newest, and those before it."""

    newest: str
    older: frozenset[str]


@cache
def revisions() -> Revisions:
    scripts = ScriptDirectory.from_config(_config())
    newest, *older = (each.revision for each in scripts.walk_revisions())
    return Revisions(newest, frozenset(older))


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    return config


def migrate(owner_url: str, app_password: str = "") -> None:
    """Runs every missing revision in order, each in its own transaction.

    Args:
        owner_url: address of the database as its owner.
        app_password: password of the application's role; empty where the server trusts its socket.

    Raises:
        psycopg.Error: a revision could not get its locks in time, or the owner may not create roles.
    """
    with psycopg.connect(owner_url, autocommit=True) as connection:
        ensure_app_role(connection, app_password)
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(owner_url), poolclass=pool.NullPool)
    config = _config()
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()
    engine.dispose()
    with psycopg.connect(owner_url) as connection:
        # Nothing to do but after a restore from a dump, where readers would wait and balances refuse to be read.
        connection.execute("select ledger_rebase(), event_rebase()")
        # A process that was written for a newer schema than it finds says so, and is not given any calls.
        connection.execute(sql.SQL("grant select on alembic_version to {}").format(sql.Identifier(APP_ROLE)))


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
