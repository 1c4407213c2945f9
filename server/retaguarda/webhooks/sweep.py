"""Delete old deliveries by the clock."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database

#: Most rows deleted by one statement.
BATCH = 1_000


@dataclass(frozen=True, slots=True)
class Sweep:
    """Delete deliveries and their attempts after ``days``."""

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
