"""Three cron tasks of this room: verify the books, make the months of tables that are cut into them, and delete old runs."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.invariants import Invariant, SealedInvariant, each_sealed
from retaguarda.foundation.keys import Keys

log = logging.getLogger("retaguarda.cron_tasks")

BATCH = 5_000
#: Days that successful and skipped runs are kept; nobody needs them longer.
GOOD_DAYS = 7
KEPT_DAYS = 90


class Broken(Exception):
    """Some invariants are broken; the text names them."""


@dataclass(frozen=True, slots=True)
class NightlyVerification:
    database: Database
    invariants: Iterable[Invariant]
    sealed_invariants: Iterable[SealedInvariant]
    keys: Keys

    async def run(self) -> None:
        """Check each invariant in one statement, which sees one moment, and of what is sealed one thing after the other; no time limit.

        Raises:
            Broken: with the number of offenders of each.
        """
        broken = list[str]()
        for invariant in self.invariants:
            async with self.database.transaction(SYSTEM) as tx:
                await tx.execute("set local statement_timeout = 0")
                count = await tx.value(invariant.offenders_sql)
            self._told(invariant.name, count, broken)
        for sealed in self.sealed_invariants:
            async with self.database.transaction(SYSTEM) as tx:
                await tx.execute("set local statement_timeout = 0")
                breaks = [each async for _, each in each_sealed(tx, self.keys, sealed)]
            self._told(sealed.name, sum(breaks), broken)
        if broken:
            raise Broken(", ".join(broken))

    def _told(self, name: str, count: int, broken: list[str]) -> None:
        log.info("%s %s", "ok" if count == 0 else f"{count} offenders:", name)
        if count:
            broken.append(f"{name} ({count})")


@dataclass(frozen=True, slots=True)
class Sweep:
    database: Database

    async def run(self) -> None:
        touched = BATCH
        while touched >= BATCH:
            async with self.database.transaction(SYSTEM) as tx:
                touched = await tx.execute(
                    "delete from cron_run where id in (select id from cron_run where ended_at < now() - case"
                    f" when status in ('succeeded', 'skipped') then interval '{GOOD_DAYS} days'"
                    f" else interval '{KEPT_DAYS} days' end limit {BATCH})"
                )


@dataclass(frozen=True, slots=True)
class MonthsAhead:
    """Makes the months that tables lack, a year ahead: rows of a month that is not there would lie beyond all of them."""

    database: Database

    async def run(self) -> None:
        while True:
            async with self.database.transaction(SYSTEM) as tx:
                made = await tx.value("select make_next_month()")
            if made is None:
                return
            log.info("made %s", made)
