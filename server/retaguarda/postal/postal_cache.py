"""Cache the responses of the postal code service."""

from dataclasses import dataclass
from datetime import timedelta

import msgspec

from retaguarda.foundation.database import Database, Scope
from retaguarda.foundation.json_text import json_text
from retaguarda.providers.postal import Address, PostalCodes

#: A street rarely gets another postal code; a new postal code may appear any day.
FOUND = timedelta(days=30)
NOT_FOUND = timedelta(days=1)

#: Most rows deleted by one statement of the sweep.
BATCH = 5_000

#: The table has no tenant, so its queries need no company in scope.
NOBODY = Scope(companies=())


@dataclass(frozen=True, slots=True)
class Kept:
    """A PostalCodes port that caches the service behind it."""

    database: Database
    service: PostalCodes

    async def find(self, postal_code: str) -> Address | None:
        """Return the address of a postal code; None when there is none.

        Raises:
            PostalUnavailable: it is not in the cache, and the service does not respond.
        """
        async with self.database.transaction(NOBODY) as tx:
            row = await tx.one(
                "select address::text from postal_code where code = %(code)s and expires_at > now()",
                {"code": postal_code},
            )
        if row is not None:
            return None if row["address"] is None else msgspec.json.decode(row["address"], type=Address)
        # Call outside of any transaction: hold no connection while a third party takes its time.
        found = await self.service.find(postal_code)
        await self._keep(postal_code, found)
        return found

    async def _keep(self, postal_code: str, found: Address | None) -> None:
        async with self.database.transaction(NOBODY) as tx:
            await tx.execute(
                "insert into postal_code (code, address, expires_at) values (%(code)s, %(address)s::jsonb, now() + %(life)s)"
                " on conflict (code) do update set address = excluded.address, expires_at = excluded.expires_at",
                {
                    "code": postal_code,
                    "address": None if found is None else json_text(found),
                    "life": NOT_FOUND if found is None else FOUND,
                },
            )


async def sweep_postal_codes(database: Database) -> None:
    """Delete expired entries."""
    touched = BATCH
    while touched >= BATCH:
        async with database.transaction(NOBODY) as tx:
            touched = await tx.execute(
                "delete from postal_code where ctid in"
                " (select ctid from postal_code where expires_at < now() limit %(batch)s)",
                {"batch": BATCH},
            )
