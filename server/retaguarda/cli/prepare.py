"""Prepare the database before the parts start: create and migrate it; in a trial, fill it."""

import asyncio

import psycopg
from psycopg import sql

from retaguarda.cli.connect_payouts import connect_payouts
from retaguarda.cli.trial import trial
from retaguarda.database_url import DATABASE, app_password, embedded, owner_url
from retaguarda.foundation.migrate import migrate
from retaguarda.settings import Settings


def prepare(settings: Settings) -> None:
    make_database(settings)
    if settings.demo or not settings.production:
        trial().fill(settings)
    asyncio.run(connect_payouts(settings))


def make_database(settings: Settings) -> None:
    """Create the database and migrate it to the newest schema."""
    if not settings.database_url:
        ensure_database(embedded(settings).url("postgres"))
    migrate(owner_url(settings), app_password(settings))


def ensure_database(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute("select 1 from pg_database where datname = %s", (DATABASE,)).fetchone()
        if found is None:
            connection.execute(sql.SQL("create database {}").format(sql.Identifier(DATABASE)))
