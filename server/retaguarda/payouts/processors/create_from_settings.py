"""The processor that the settings name."""

from uuid import UUID

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import PROVIDER
from retaguarda.payouts.processors.connections import SEALED


async def ensure_payout_processor(
    database: Database,
    keys: Keys,
    *,
    name: str,
    base_url: str,
    token_url: str,
    client_id: str,
    client_secret: str,
    pix_key: str,
    ispb: str,
) -> UUID:
    """Create the processor of the settings, or update the address of the one with their name."""
    async with database.transaction(SYSTEM) as tx:
        await tx.execute("select pg_advisory_xact_lock(hashtext('payout_processor'))")
        values = {"name": name, "base": base_url.rstrip("/"), "token": token_url}
        found = await tx.value(
            "update payout_processor set base_url = %(base)s, token_url = %(token)s where settings_name = %(name)s returning id",
            values,
        )
        if found is not None:
            return found
        return await tx.value(
            "insert into payout_processor (company_id, id, settings_name, name, adapter, methods, ispb, base_url, token_url,"
            " client_id, client_secret, pix_key, enabled, ready, believed) values (%(company)s, %(id)s, %(name)s, %(name)s,"
            " 'envio', array['pix'], %(ispb)s, %(base)s, %(token)s, %(client)s, %(secret)s, %(key)s, true, true, true) returning id",
            values
            | {
                "company": PROVIDER,
                "id": uuid7(),
                "ispb": ispb,
                "client": client_id,
                "secret": keys.seal(SEALED, client_secret.encode()),
                "key": pix_key,
            },
        )
