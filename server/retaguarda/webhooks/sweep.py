"""Takes away by the clock what was told so long ago that nobody asks for it again."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database

#: Rows that a statement takes at most.
BATCH = 1_000


@dataclass(frozen=True, slots=True)
class Sweep:
    """``days`` that a delivery is kept, with its tries."""

    database: Database
    days: int

    async def run(self) -> None:
        touched = 1
        while touched:
            async with self.database.transaction(SYSTEM) as tx:
                touched = await tx.execute(
                    "delete from hook_delivery where (company_id, id) in (select company_id, id from hook_delivery"
                    " where created_at < now() - %(days)s * interval '1 day' and status <> 'waiting'"
                    f" order by created_at, id limit {BATCH})",
                    {"days": self.days},
                )
