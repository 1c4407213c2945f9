"""What a state asks for and a job does: where such a state stands without its job, the job is asked for again.

A state and its event are one transaction, and a reader makes the event into a job in the transaction that moves its
offset, so a crash between the two leaves nothing behind. What can be left: a job that somebody took out of the queue, or
one that ended while the other side had given no end. Money is never given up on, so those are found and taken up.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.invariants import Invariant
from retaguarda.foundation.jobs import Queue

log = logging.getLogger("retaguarda.jobs")

#: A state is looked at once it is this old.
_AGE = "10 minutes"
#: So long after the sweep should have taken it up, something is wrong.
_TOO_LONG = "1 hour"
BATCH = 500


@dataclass(frozen=True, slots=True)
class StuckWork:
    """
    Args:
        job: ends the states.
        reader: of the events that ask for it; what it has not read yet needs no other asking.
        things: SQL that answers ``id`` (text, as the events name it), ``since``, and ``args`` (jsonb) as the job takes them.
    """

    job: str
    reader: str
    things: str

    def without_job(self, age: str) -> str:
        """SQL of the things that have waited for so long, with no job and no event that is still to be read."""
        # Only the first that is not read is looked at: among all events there is none, and the planner would read them all.
        first = "select e.at from event e where (e.xid, e.id) > (r.xid, r.id) order by e.xid, e.id limit 1"
        return f"""
            select '{self.job}' as job, t.id, t.since, t.args from ({self.things}) t
             where t.since < now() - interval '{age}'
               and not exists (select from procrastinate_jobs j
                                where j.task_name = '{self.job}' and j.status in ('todo', 'doing') and j.args = t.args)
               and not exists (select from event_reader r cross join lateral ({first}) e
                                where r.name = '{self.reader}' and e.at < now() - interval '1 minute')
               and not exists (select from event_reader r join event e on (e.xid, e.id) > (r.xid, r.id)
                                where r.name = '{self.reader}' and (e.subject_id = t.id or strpos(e.data::text, t.id) > 0))
        """


@dataclass(frozen=True, slots=True)
class ResumeStuckWork:
    database: Database
    queue: Queue
    works: Sequence[StuckWork]

    async def run(self) -> None:
        """Asks for each missing job once: from then on it is there."""
        for work in self.works:
            async with self.database.transaction(SYSTEM) as tx:
                rows = await tx.all(f"{work.without_job(_AGE)} order by t.since limit {BATCH}")
                await self.queue.defer(tx, work.job, [row["args"] for row in rows])
            for row in rows:
                log.warning("%s of %s had no job since %s and is taken up again", work.job, row["id"], row["since"])


def invariant(works: Sequence[StuckWork]) -> Invariant:
    return Invariant(
        "work_has_its_job",
        "whatever waits for a job has one: nothing asked for stands still",
        f"select count(*) from ({_all(works)}) offender",
    )


def example(works: Sequence[StuckWork]) -> str:
    """A statement that shows up to ten that stand still."""
    return f"select job, id, since from ({_all(works)}) offender order by since limit 10"


def _all(works: Sequence[StuckWork]) -> str:
    return " union all ".join(work.without_job(_TOO_LONG) for work in works)
