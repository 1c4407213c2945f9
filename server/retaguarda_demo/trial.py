"""Fill a trial: connect the bundled provider, and load the demo where it is asked for. The product finds this by its name."""

import asyncio
import contextlib
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from retaguarda.app import build
from retaguarda.background import jobs, readers
from retaguarda.cli.connect_payouts import connect_payouts
from retaguarda.database_url import app_url, owner_url
from retaguarda.payin.processors.connections import Account, ensure_connection
from retaguarda.settings import SANDBOX_CLIENT, SANDBOX_KEY, SANDBOX_SECRET, Settings
from retaguarda_demo.bank_side import live
from retaguarda_demo.conciliation import load_conciliation
from retaguarda_demo.exchange import load_exchange
from retaguarda_demo.load import load_demo
from retaguarda_demo.payins import NotTheDemo, Order, load_payins
from retaguarda_demo.payment_files import load_payment_files
from retaguarda_demo.payoutbatches import bring_batches
from retaguarda_demo.payoutsplits import bring_splits
from retaguarda_demo.people import announce
from retaguarda_demo.pld import Pld
from retaguarda_demo.registers import load_registers
from retaguarda_demo.requests import ask_requests
from retaguarda_demo.rules import load_payout_rules, load_rules
from retaguarda_demo.screening import load_screening
from retaguarda_demo.subaccounts import set_aside
from retaguarda_demo.webhooks import load_hooks

__all__ = ["announce", "fill"]

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
#: The second processor of a trial: it gets charges by rule only, and no recurring ones.
SECOND = SandboxProcessor("Sandbox B (API Pix 2.9)", "pix-b@retaguarda.example", 200)


def fill(settings: Settings) -> None:
    if settings.demo:
        load_demo(settings, owner_url(settings), jobs(build(settings, app_url(settings)))[1])
    if not settings.production:
        asyncio.run(connect_payouts(settings))
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
                    load_payout_rules(owner_url(settings))


def demo_order(settings: Settings, connection: UUID, total: int, **rest: Any) -> Order:
    """Describe the demo to load. ``rest``: days and seed, where they differ from the defaults."""
    names = [reader.name for reader in readers(build(settings, app_url(settings)))]
    return Order(connection, f"localhost:{settings.sandbox_listens}", names, total, **rest)


def connect_sandbox(settings: Settings) -> UUID:
    """Create the processor at the bundled provider, if missing, and return its id."""
    return asyncio.run(_connect_sandbox(settings, FIRST))


async def _load_requests(settings: Settings) -> None:
    app = build(settings, app_url(settings))
    database = app.database
    await database.open()
    try:
        await ask_requests(database)
        await set_aside(database)
        await load_registers(database)
        await load_exchange(database)
        await bring_batches(database, app.keys)
        await bring_splits(database, app.keys)
        await Pld(database).load()
    finally:
        await database.close()


async def _load_payment_files(settings: Settings) -> None:
    async with build(settings, app_url(settings)).opened() as app:
        await load_payment_files(app)
        await load_screening(app)
        await load_conciliation(app)


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
