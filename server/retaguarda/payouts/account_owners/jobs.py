"""Warn staff of account owners that are about to expire."""

from dataclasses import dataclass
from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.events import record

#: Days before the last one at which it is told.
DAYS = (30, 7, 1)
EXPIRING = "payouts:account_owner:expiring"

#: Each is told once for each version and number of days, however often the task runs on that day.
_DUE = """
    select v.company_id, v.owner_id, v.version, v.name, v.valid_to - d.today as days
      from account_owner_version v
      join account_owner o on o.company_id = v.company_id and o.id = v.owner_id and o.retired_at is null
      join company k on k.id = v.company_id
      cross join lateral (select (now() at time zone k.time_zone)::date as today) d
     where v.status = 'active' and v.valid_to - d.today = any(%(days)s)
       and not exists (select from event e where e.company_id = v.company_id and e.subject_id = v.owner_id::text
         and e.name = %(event)s and (e.data ->> 'version')::int = v.version and (e.data ->> 'days')::int = v.valid_to - d.today)
"""


class _Due(msgspec.Struct):
    company_id: int
    owner_id: UUID
    version: int
    name: str
    days: int


@dataclass(frozen=True, slots=True)
class Ends:
    database: Database

    async def run(self) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            rows = await tx.all(_DUE, {"days": list(DAYS), "event": EXPIRING})
            for due in msgspec.convert(rows, list[_Due]):
                await record(
                    tx,
                    EXPIRING,
                    company=due.company_id,
                    subject=str(due.owner_id),
                    actor="retaguarda",
                    data={"name": due.name, "version": due.version, "days": due.days},
                )
