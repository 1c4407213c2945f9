"""Takes away by the clock what nobody needs any more: files whose time is over, and results of old bulk Commands."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database

#: Rows that a statement takes at most.
BATCH = 200
#: What happened to each stays in the events.
BULK_DAYS = 90

_STATEMENTS = (
    f"update export set status = 'expired' where id in (select id from export"
    f" where status = 'succeeded' and expires_at <= now() limit {BATCH} for update skip locked)",
    "delete from export_chunk where (export_id, number) in (select c.export_id, c.number from export_chunk c"
    f" join export e on e.id = c.export_id where e.status = 'expired' limit {BATCH})",
    f"delete from bulk where id in (select id from bulk where created_at < now() - interval '{BULK_DAYS} days' limit 1)",
)


@dataclass(frozen=True, slots=True)
class Sweep:
    database: Database

    async def run(self) -> None:
        for statement in _STATEMENTS:
            touched = 1
            while touched:
                async with self.database.transaction(SYSTEM) as tx:
                    touched = await tx.execute(statement)
