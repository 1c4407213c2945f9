"""Prepare the database before the parts start: create and migrate it, and load the demo in a trial."""

import asyncio
import contextlib
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import psycopg
from psycopg import sql

from retaguarda.adapters import payout_account
from retaguarda.app import build
from retaguarda.background import jobs, readers
from retaguarda.database_url import DATABASE, app_password, app_url, embedded, owner_url
from retaguarda.demo.bank_side import live
from retaguarda.demo.load import load_demo
from retaguarda.demo.payins import NotTheDemo, Order, load_payins
from retaguarda.demo.payment_files import load_payment_files
from retaguarda.demo.payoutbatches import bring_batches
from retaguarda.demo.registers import load_registers
from retaguarda.demo.requests import ask_requests
from retaguarda.demo.rules import load_rules
from retaguarda.demo.subaccounts import set_aside
from retaguarda.demo.webhooks import load_hooks
from retaguarda.foundation.migrate import migrate
from retaguarda.payin.processors.connections import Account, ensure_connection
from retaguarda.payouts.processors.connections import ensure_payout_processor
from retaguarda.sandbox.settings import SANDBOX_CLIENT, SANDBOX_KEY, SANDBOX_SECRET
from retaguarda.settings import Settings

#: The account into which the bundled provider pays recurring charges.
SANDBOX_ACCOUNT = Account("0001", "1234567", "PAGAMENTO")


@dataclass(frozen=True, slots=True)
class SandboxProcessor:
    """An account of ours at the bundled provider."""

    name: str
    pix_key: str
    priority: int
    account: Account | None = None


FIRST = SandboxProcessor("Sandbox (API Pix 2.9)", SANDBOX_KEY, 100, SANDBOX_ACCOUNT)
#: The payout processor of the settings, and that of the bundled provider.
PAYING, PAYING_SANDBOX = "RETAGUARDA_PAYOUT", "Sandbox (Pix Envio)"
#: The second processor of a trial: it gets charges by rule only, and no recurring ones.
SECOND = SandboxProcessor("Sandbox B (API Pix 2.9)", "pix-b@retaguarda.example", 200)


def prepare(settings: Settings) -> None:
    make_database(settings)
    if settings.demo:
        load_demo(settings, owner_url(settings), jobs(build(settings, app_url(settings)))[1])
    asyncio.run(_connect_payouts(settings))
    if not settings.production:
        connection = connect_sandbox(settings)
        if settings.demo:
            second = asyncio.run(_connect_sandbox(settings, SECOND))
            with contextlib.suppress(NotTheDemo):
                new = load_payins(owner_url(settings), demo_order(settings, connection, settings.demo_payins))
                load_hooks(owner_url(settings), settings)
                if new:
                    load_rules(owner_url(settings), connection, second)
                    asyncio.run(_load_requests(settings))
                    asyncio.run(live(settings))
                    asyncio.run(_load_payment_files(settings))


def make_database(settings: Settings) -> None:
    """Create the database and migrate it to the newest schema."""
    if not settings.database_url:
        ensure_database(embedded(settings).url("postgres"))
    migrate(owner_url(settings), app_password(settings))


def demo_order(settings: Settings, connection: UUID, total: int, **rest: Any) -> Order:
    """Describe the demo to load. ``rest``: days and seed, where they differ from the defaults."""
    names = [reader.name for reader in readers(build(settings, app_url(settings)))]
    return Order(connection, f"localhost:{settings.sandbox_listens}", names, total, **rest)


def connect_sandbox(settings: Settings) -> UUID:
    """Create the processor at the bundled provider, if missing, and return its id."""
    return asyncio.run(_connect_sandbox(settings, FIRST))


def ensure_database(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute("select 1 from pg_database where datname = %s", (DATABASE,)).fetchone()
        if found is None:
            connection.execute(sql.SQL("create database {}").format(sql.Identifier(DATABASE)))


async def _load_requests(settings: Settings) -> None:
    app = build(settings, app_url(settings))
    database = app.database
    await database.open()
    try:
        await ask_requests(database)
        await set_aside(database)
        await load_registers(database)
        await bring_batches(database, app.keys)
    finally:
        await database.close()


async def _load_payment_files(settings: Settings) -> None:
    async with build(settings, app_url(settings)).opened() as app:
        await load_payment_files(app)


async def _connect_payouts(settings: Settings) -> None:
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


async def _connect_sandbox(settings: Settings, account: SandboxProcessor) -> UUID:
    app = build(settings, app_url(settings))
    await app.database.open()
    try:
        return await ensure_connection(
            app.database,
            app.keys,
            name=account.name,
            base_url=f"{settings.sandbox_address}/api/v2",
            token_url=f"{settings.sandbox_address}/oauth/token",
            client_id=SANDBOX_CLIENT,
            client_secret=SANDBOX_SECRET,
            pix_key=account.pix_key,
            account=account.account,
            priority=account.priority,
        )
    finally:
        await app.database.close()
