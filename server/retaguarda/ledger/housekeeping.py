"""What the ledger does by the clock: sums of busy accounts are brought forward, and holds whose time is over let go."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.events import record
from retaguarda.ledger.accounts import checkpoint_all
from retaguarda.ledger.holds import expire_due

#: A balance of an append-only account is read quickly over so many entries without a new sum.
ENTRIES = 500
BATCH = 500


@dataclass(frozen=True, slots=True)
class Housekeeping:
    database: Database

    async def checkpoint(self) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            await checkpoint_all(tx, at_least=ENTRIES)

    async def expire(self) -> None:
        """Each hold's end is told in the transaction that ends it, so whoever placed it can act on it."""
        ended = BATCH
        while ended >= BATCH:
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
            ended = len(holds)
