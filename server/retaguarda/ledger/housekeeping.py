"""The ledger's cron tasks: store the sums of busy accounts, and release expired holds."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.events import record
from retaguarda.ledger.accounts import checkpoint_all
from retaguarda.ledger.holds import expire_due

#: New entries of an append-only account after which a stored sum pays off.
ENTRIES = 500
BATCH = 500


@dataclass(frozen=True, slots=True)
class Housekeeping:
    database: Database

    async def checkpoint(self) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            await checkpoint_all(tx, at_least=ENTRIES)

    async def expire(self) -> None:
        """Records each expiry in the transaction that releases the hold, so that whoever placed it can react."""
        released = BATCH
        while released >= BATCH:
            async with self.database.transaction(SYSTEM) as tx:
                holds = await expire_due(tx, limit=BATCH)
                for hold in holds:
                    await record(
                        tx,
                        "ledger:hold:expired",
                        company=hold.company,
                        subject=hold.key,
                        actor="ledger",
                        data={"reference": hold.reference},
                    )
            released = len(holds)
