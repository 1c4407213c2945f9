"""Answers about postal codes, kept so that the same question is not asked outside again."""

from dataclasses import dataclass
from datetime import timedelta

import msgspec

from retaguarda.foundation.database import Database, Scope
from retaguarda.foundation.json_text import json_text
from retaguarda.providers.postal import Address, PostalCodes

#: A street seldom gets another postal code; a new postal code may appear any day.
FOUND = timedelta(days=30)
NOT_FOUND = timedelta(days=1)

#: Rows that a statement of the sweep takes at most.
BATCH = 5_000

#: The table has no tenant, and its readers need no row of anybody.
NOBODY = Scope(companies=())


@dataclass(frozen=True, slots=True)
class Kept:
    """The port again, with a memory in front of it."""

    database: Database
    service: PostalCodes

    async def find(self, postal_code: str) -> Address | None:
        """
        Raises:
            PostalUnavailable: it is not known here, and the service does not answer.
        """
        async with self.database.transaction(NOBODY) as tx:
            row = await tx.one(
                "select address::text from postal_code where code = %(code)s and expires_at > now()",
                {"code": postal_code},
            )
        if row is not None:
            return None if row["address"] is None else msgspec.json.decode(row["address"], type=Address)
        # Outside of any transaction: nothing is held while a stranger thinks.
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
    """Takes away what is too old to be answered."""
    touched = BATCH
    while touched >= BATCH:
        async with database.transaction(NOBODY) as tx:
            touched = await tx.execute(
                "delete from postal_code where ctid in"
                " (select ctid from postal_code where expires_at < now() limit %(batch)s)",
                {"batch": BATCH},
            )
