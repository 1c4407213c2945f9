"""Load the demo into a trial. This loads everything that the demo is made of; trial.py does so only where something is to be loaded."""

import asyncio
import contextlib
from typing import Any
from uuid import UUID

from retaguarda.app import build
from retaguarda.background import jobs, readers
from retaguarda.database_url import app_url, owner_url
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.settings import Settings
from retaguarda_demo.bank_side import live
from retaguarda_demo.conciliation import load_conciliation
from retaguarda_demo.exchange import load_exchange
from retaguarda_demo.load import load_demo
from retaguarda_demo.lots import load_lots
from retaguarda_demo.payins import NotTheDemo, Order, load_payins
from retaguarda_demo.payment_files import load_payment_files
from retaguarda_demo.payoutbatches import bring_batches
from retaguarda_demo.payoutcases import decide_cases
from retaguarda_demo.payoutevidence import propose_by_letter
from retaguarda_demo.payoutsplits import bring_splits
from retaguarda_demo.pld import Pld
from retaguarda_demo.registers import load_registers
from retaguarda_demo.requests import ask_requests
from retaguarda_demo.routes import load_routes
from retaguarda_demo.rules import load_payout_rules, load_rules
from retaguarda_demo.screening import load_screening
from retaguarda_demo.subaccounts import set_aside
from retaguarda_demo.ted_files import load_ted_files
from retaguarda_demo.webhooks import load_hooks


def load_houses(settings: Settings) -> None:
    """Companies and people, before anything is connected."""
    load_demo(settings, owner_url(settings), jobs(build(settings, app_url(settings)))[1])


def load_history(settings: Settings, first: UUID, second: UUID) -> None:
    """Pay-ins and what came of them, through both processors of the sandbox; nothing on a database that is not the demo's."""
    with contextlib.suppress(NotTheDemo):
        new = load_payins(owner_url(settings), demo_order(settings, first, settings.demo_payins))
        load_hooks(owner_url(settings), settings)
        if new:
            load_rules(owner_url(settings), first, second)
            asyncio.run(_load_requests(settings))
            asyncio.run(live(settings))
            asyncio.run(_load_payment_files(settings))
            load_payout_rules(owner_url(settings))


def demo_order(settings: Settings, connection: UUID, total: int, **rest: Any) -> Order:
    """Describe the demo to load. ``rest``: days and seed, where they differ from the defaults."""
    names = [reader.name for reader in readers(build(settings, app_url(settings)))]
    return Order(connection, f"localhost:{settings.sandbox_listens}", names, total, **rest)


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
        await Pld(database, PartyKeys(app.keys)).load()
    finally:
        await database.close()


async def _load_payment_files(settings: Settings) -> None:
    async with build(settings, app_url(settings)).opened() as app:
        await load_payment_files(app)
        await load_lots(app, settings)
        await load_ted_files(app)
        await decide_cases(app.database)
        await load_screening(app)
        await load_conciliation(app)
        await propose_by_letter(app, owner_url(settings))
        await load_routes(app, owner_url(settings))
