"""Forgets the bytes of evidence packs a day after they were made; who took them, and their hash, stay."""

from retaguarda.foundation.database import Database, Scope
from retaguarda.foundation.request import PROVIDER


async def forget_packs(database: Database) -> None:
    """Delete the contents whose time is over."""
    async with database.transaction(Scope((PROVIDER,))) as tx:
        await tx.execute(
            "update pld_evidence set content = null where content is not null and made_at <= now() - interval '24 hours'"
        )
