"""Connect the payout processor that the settings name."""

from retaguarda.adapters import payout_account
from retaguarda.app import build
from retaguarda.database_url import app_url
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.request import PROVIDER
from retaguarda.payouts.processors.connections import ensure_payout_processor
from retaguarda.settings import Settings

#: The payout processor of the settings, and that of the bundled provider.
PAYING, PAYING_SANDBOX = "RETAGUARDA_PAYOUT", "Sandbox (Pix Envio)"


async def connect_payouts(settings: Settings) -> None:
    """Create the payout processor of the settings, if missing; an empty installation gets it once it is founded."""
    account = payout_account(settings)
    if account is None:
        return
    app = build(settings, app_url(settings))
    await app.database.open()
    try:
        async with app.database.transaction(SYSTEM) as tx:
            if not await tx.value("select exists (select 1 from company where id = %(id)s)", {"id": PROVIDER}):
                return
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
