"""Connect the payout processor that the settings name."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from retaguarda.adapters import payout_account
from retaguarda.database_url import app_url, spare_app_password
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import PROVIDER
from retaguarda.payouts.processors.create_from_settings import ensure_payout_processor
from retaguarda.settings import Settings

#: The payout processor of the settings, and that of the bundled provider.
PAYING, PAYING_SANDBOX = "RETAGUARDA_PAYOUT", "Sandbox (Pix Envio)"


async def connect_payouts(settings: Settings) -> None:
    """Create the payout processor of the settings, if missing; an empty installation gets it once it is founded."""
    account = payout_account(settings)
    if account is None:
        return
    async with database_of(settings) as database:
        async with database.transaction(SYSTEM) as tx:
            if not await tx.value("select exists (select 1 from company where id = %(id)s)", {"id": PROVIDER}):
                return
        await ensure_payout_processor(
            database,
            Keys(settings.secret, settings.secret_previous),
            name=PAYING if settings.payout.url else PAYING_SANDBOX,
            base_url=account.url,
            token_url=account.token_url,
            client_id=account.client_id,
            client_secret=account.client_secret,
            pix_key=account.pix_key,
            ispb=account.ispb,
        )


@asynccontextmanager
async def database_of(settings: Settings) -> AsyncIterator[Database]:
    """The database alone, for what needs no other part of the program: to load those takes longer than its work."""
    database = Database(app_url(settings), size=1, spare_password=spare_app_password(settings))
    await database.open()
    try:
        yield database
    finally:
        await database.close()
