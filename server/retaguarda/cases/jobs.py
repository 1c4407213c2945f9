"""By the clock: people are warned of deadlines that come near, and of those that have passed."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

import msgspec

from retaguarda.cases.clock import Unit, days_left, local_day
from retaguarda.cases.model import ANSWERED, Kind
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.request import PROVIDER

#: Days before the term on which people are warned, in the unit of the case's clock.
WARNED_DAYS = (1, 3, 5)
OVERDUE = -1


class _Waiting(msgspec.Struct):
    """A case whose answer somebody waits for."""

    id: UUID
    kind: Kind
    protocol: str
    due_on: date
    unit: Unit


def warning_of(left: int) -> int | None:
    """Returns of which warning it is time with so many days left; None before the first one."""
    if left < 0:
        return OVERDUE
    return next((days for days in WARNED_DAYS if left <= days), None)


@dataclass(frozen=True, slots=True)
class Warnings:
    database: Database

    async def run(self) -> None:
        """Warn of each case at most once for each of its terms and days."""
        async with self.database.transaction(SYSTEM) as tx:
            now: datetime = await tx.value("select now()")
            rows = await tx.all(_WAITING, {"over": list(ANSWERED)})
            for case in msgspec.convert(rows, list[_Waiting]):
                left = days_left(local_day(now), case.due_on, case.unit)
                days = warning_of(left)
                if days is not None:
                    await _warn(tx, case, days, left)


async def _warn(tx: Tx, case: _Waiting, days: int, left: int) -> None:
    first = await tx.execute(
        "insert into case_warning (case_id, due_on, days) values (%(id)s, %(due)s, %(days)s) on conflict do nothing",
        {"id": case.id, "due": case.due_on, "days": days},
    )
    if first:
        await record(
            tx,
            f"cases:{case.kind}:{'overdue' if days == OVERDUE else 'due_soon'}",
            company=PROVIDER,
            subject=str(case.id),
            actor="retaguarda",
            data={"protocol": case.protocol, "days": left},
        )


_WAITING = """
    select c.id, c.kind, c.protocol, c.due_on, k.unit
      from case_file c join case_clock k on k.kind = c.kind and k.valid_from = c.clock_from
     where c.kind <> 'pld' and c.closed_at is null and not c.state = any (%(over)s::text[])
     order by c.due_on, c.id
"""
