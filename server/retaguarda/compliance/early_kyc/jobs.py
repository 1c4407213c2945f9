"""End leads whose time is over."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database


@dataclass(frozen=True, slots=True)
class Expiry:
    database: Database

    async def run(self) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            await tx.execute(
                "update kyc_lead set state = 'expired', ended_at = now()"
                " where ended_at is null and expires_on < (now() at time zone 'America/Sao_Paulo')::date"
            )
