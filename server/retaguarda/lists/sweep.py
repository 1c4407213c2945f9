"""Deletes expired export files and old bulk results, as a cron task."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database

#: Most rows that a statement deletes.
BATCH = 200
#: The events keep what happened to each row.
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
            deleted = 1
            while deleted:
                async with self.database.transaction(SYSTEM) as tx:
                    deleted = await tx.execute(statement)
