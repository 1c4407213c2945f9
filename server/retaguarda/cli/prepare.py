"""Prepare the database before the parts start: create and migrate it; in a trial, fill it."""

import asyncio

import psycopg
from psycopg import sql

from retaguarda.adapters import payout_account
from retaguarda.app import build
from retaguarda.cli.trial import trial
from retaguarda.database_url import DATABASE, app_password, app_url, embedded, owner_url
from retaguarda.foundation.migrate import migrate
from retaguarda.payouts.processors.connections import ensure_payout_processor
from retaguarda.settings import Settings

#: The payout processor of the settings, and that of the bundled provider.
PAYING, PAYING_SANDBOX = "RETAGUARDA_PAYOUT", "Sandbox (Pix Envio)"


def prepare(settings: Settings) -> None:
    make_database(settings)
    asyncio.run(connect_payouts(settings))
    if settings.demo or not settings.production:
        trial().fill(settings)


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


async def connect_payouts(settings: Settings) -> None:
    """Create the payout processor of the settings, if missing."""
    account = payout_account(settings)
    if account is None:
        return
    app = build(settings, app_url(settings))
    await app.database.open()
    try:
        await ensure_payout_processor(
            app.database,
            app.keys,
            name=PAYING if settings.payout.url else PAYING_SANDBOX,
            base_url=account.url,
            token_url=account.token_url,
            client_id=account.client_id,
            client_secret=account.client_secret,
            pix_key=account.pix_key,
            ispb=account.ispb,
        )
    finally:
        await app.database.close()
