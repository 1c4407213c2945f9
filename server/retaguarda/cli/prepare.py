"""Prepare the database before the parts start: create and migrate it; in a trial, fill it."""

import asyncio
import os

import psycopg
from psycopg import sql

from retaguarda.cli.children import end_with_parent
from retaguarda.cli.connect_payouts import connect_payouts
from retaguarda.cli.process import log_to_stderr, settings_with_secret
from retaguarda.cli.trial import trial
from retaguarda.database_url import DATABASE, app_password, embedded, owner_url
from retaguarda.foundation.migrate import SchemaError, migrate
from retaguarda.settings import Settings, SettingsError


def main(arguments: list[str]) -> int:
    """Prepare the database, and write what a trial announces to the descriptor of the supervisor that asked."""
    end_with_parent()
    settings = settings_with_secret()
    log_to_stderr(settings)
    prepare(settings)
    if arguments and (settings.demo or not settings.production):
        with os.fdopen(int(arguments[0]), "w") as supervisor:
            supervisor.write(trial().announce(settings))
    return 0


def prepare(settings: Settings) -> None:
    make_database(settings)
    if settings.demo or not settings.production:
        trial().fill(settings)
    asyncio.run(connect_payouts(settings))


def make_database(settings: Settings) -> None:
    """Create the database and migrate it to the newest schema."""
    if not settings.database_url:
        ensure_database(embedded(settings).url("postgres"))
    bring_to_newest(settings)


def bring_to_newest(settings: Settings) -> None:
    """Migrate the database.

    Raises:
        SettingsError: the schema is of a newer program, or one of its migrations is not ours.
    """
    try:
        migrate(owner_url(settings), app_password(settings))
    except SchemaError as error:
        raise SettingsError(str(error)) from None


def ensure_database(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute("select 1 from pg_database where datname = %s", (DATABASE,)).fetchone()
        if found is None:
            connection.execute(sql.SQL("create database {}").format(sql.Identifier(DATABASE)))
