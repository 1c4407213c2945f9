"""Payments by lot of the demo: a processor of the sandbox's bank of lots, one lot that has ended, and one that waits for a line."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import httpx
from litestar import Litestar

from retaguarda.app import App
from retaguarda.database_url import owner_url
from retaguarda.foundation.database import SYSTEM
from retaguarda.payouts.lots.run_lots import Lots
from retaguarda.payouts.processors.commands import COMMANDS as PROCESSOR_COMMANDS
from retaguarda.payouts.processors.connections import SEALED
from retaguarda.payouts.processors.create_processors import Secrets
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses
from retaguarda.providers.payout import BatchSender
from retaguarda.providers.payout.lots import LotSender, scopes_of
from retaguarda.providers.pix import PixConfig
from retaguarda.settings import SANDBOX_CLIENT, SANDBOX_SECRET, Settings
from retaguarda_demo.payment_files import MERCHANT, paid_by
from retaguarda_demo.run_commands import ask
from retaguarda_demo.ted import load_teds
from retaguarda_sandbox.app import lay_routes, opened
from retaguarda_sandbox.lots import BASE
from retaguarda_sandbox.settings import SandboxSettings

#: Centavos of the payments of each lot; their last digits decide what the sandbox's bank says.
ENDED, WAITS = (8_100, 12_350, 4_002), (5_400, 6_001)
METHODS = ["pix", "ted"]
_ADDRESS = "http://sandbox"


@dataclass(frozen=True, slots=True)
class _InMemory:
    """The bank of lots without a network: the demo is loaded before anything serves."""

    sender: BatchSender
    most: int

    async def batch(self, processor: UUID) -> tuple[BatchSender, int]:
        return self.sender, self.most


async def load_lots(app: App, settings: Settings) -> None:
    """Nothing where the demo has no account to pay to."""
    async with app.database.transaction(SYSTEM) as tx:
        account = await tx.value(
            "select id from bank_account where company_id = %(company)s and status = 'verified' and usable_from < now()"
            " and kind = 'account' order by is_default desc, created_at limit 1",
            {"company": MERCHANT},
        )
    if account is None:
        return
    bank = SandboxSettings(
        database_url=owner_url(settings), client_id=SANDBOX_CLIENT, client_secret=SANDBOX_SECRET, refund_seconds=0
    )
    processor = await _processor(app, settings, bank.app_key)
    async with _sender(bank) as sender:
        lots = Lots(app.database, _InMemory(sender, 320), app.queue)
        for amounts in (ENDED, WAITS):
            await paid_by(app, processor, str(account), amounts)
            await lots.run(processor)
        await load_teds(app, lots, processor)


async def _processor(app: App, settings: Settings, app_key: str) -> str:
    """A processor that the sandbox knows, tested and enabled."""
    body: dict[str, Any] = {
        "name": "Banco do Brasil lotes",
        "ispb": "00000000",
        "priority": 400,
        "branch": "1607",
        "number": "99738672",
        "number_digit": "X",
        "methods": METHODS,
        "base_url": f"{settings.sandbox_address}{BASE}",
        "token_url": f"{settings.sandbox_address}/oauth/token",
        "client_id": SANDBOX_CLIENT,
        "client_secret": SANDBOX_SECRET,
        "app_key": app_key,
    }
    reach = AllowedAddresses(private=True)
    create = next(each for each in Secrets(app.keys, reach).commands() if each.name == "payouts:processor:create_lots")
    enable = next(each for each in PROCESSOR_COMMANDS if each.name == "payouts:processor:enable")
    number: str = (await ask(app, create, body))["id"]
    async with app.database.transaction(SYSTEM) as tx:
        await tx.execute(
            "update payout_processor set ready = true, client_secret = %(secret)s, app_key = %(key)s, pending = null,"
            " pending_by = null, pending_at = null, tested_at = now(), tested_ms = 84 where id = %(id)s",
            {
                "id": number,
                "secret": app.keys.seal(SEALED, SANDBOX_SECRET.encode()),
                "key": app.keys.seal(SEALED, app_key.encode()),
            },
        )
    await ask(app, enable, {}, id=number)
    return number


@asynccontextmanager
async def _sender(bank: SandboxSettings) -> AsyncIterator[BatchSender]:
    routes: Litestar = lay_routes()
    async with opened(routes, bank):
        config = PixConfig(
            base_url=_ADDRESS + BASE,
            token_url=f"{_ADDRESS}/oauth/token",
            client_id=bank.client_id,
            client_secret=bank.client_secret,
            scopes=scopes_of(METHODS),
        )
        transport = httpx.ASGITransport(routes)  # pyright: ignore[reportArgumentType]
        account = {"branch": "1607", "number": "99738672", "digit": "X"}
        sender = LotSender(config, bank.app_key, **account, methods=METHODS, transport=transport)
        try:
            yield sender
        finally:
            await sender.close()
