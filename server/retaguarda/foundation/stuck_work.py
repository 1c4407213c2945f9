"""Finds states that wait for a job that no longer exists, and queues the job again.

A state and its event are one transaction, and a consumer turns the event into a job in the transaction that moves its
offset, so a crash in between loses nothing. What can remain: somebody deleted the job, or it ended although the other
side had not reached an end. We never give up on money, so this finds and resumes such work.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.invariants import Invariant
from retaguarda.foundation.jobs import Queue

log = logging.getLogger("retaguarda.jobs")

#: The sweep looks at a state once it is this old.
_RESUME_AGE = "10 minutes"
#: Older than this, after the sweep should have resumed it, the invariant fails.
_ALARM_AGE = "1 hour"
BATCH = 500


@dataclass(frozen=True, slots=True)
class StuckWork:
    """A kind of work that must not stall.

    Args:
        job: completes the states.
        reader: the event consumer that queues the job; events it has not read yet need nothing else.
        things: SQL that returns ``id`` (text, as in the events), ``since``, and ``args`` (jsonb) of the job.
        lock: called with its args, returns the lock that the job is queued with; None: it has none.
        many: a job that completes several at once, and the list among its args that names them.
    """

    job: str
    reader: str
    things: str
    lock: Callable[..., str] | None = None
    many: tuple[str, str] | None = None

    def waiting(self, age: str) -> str:
        """SQL of what has waited this long, whether or not anything will complete it."""
        return f"""
            select '{self.job}' as job, '{self.reader}' as reader, t.id, t.since, t.args, {self._many} as many
              from ({self.things}) t where t.since < now() - interval '{age}'
        """

    @property
    def _many(self) -> str:
        """SQL of what the args of a job for several have in them; such jobs are few, because each names many."""
        if self.many is None:
            return "null::jsonb"
        job, names = self.many
        return f"jsonb_build_object('task', '{job}', 'args', jsonb_build_object('{names}', jsonb_build_array(t.id)))"


#: Look only at the first unread event: a condition on all of them would make the planner read them all.
_FIRST_UNREAD = "select e.at from event e where (e.xid, e.id) > (r.xid, r.id) order by e.xid, e.id limit 1"


def without_job(works: Sequence[StuckWork], age: str) -> str:
    """Returns SQL of what has waited this long with no job and no unread event.

    All kinds of work are asked about in one go: planned one by one, the same three questions took most of an audit's time
    on small books.
    """
    return f"""
        with waiting as materialized ({" union all ".join(work.waiting(age) for work in works)})
        select t.job, t.id, t.since, t.args from waiting t
         where not exists (select from procrastinate_jobs j
                            where j.task_name = t.job and j.status in ('todo', 'doing') and j.args = t.args)
           and (t.many is null or not exists (select from procrastinate_jobs j
                            where j.task_name = t.many ->> 'task' and j.status in ('todo', 'doing') and j.args @> (t.many -> 'args')))
           and not exists (select from event_reader r cross join lateral ({_FIRST_UNREAD}) e
                            where r.name = t.reader and e.at < now() - interval '1 minute')
           and not exists (select from event_reader r join event e on (e.xid, e.id) > (r.xid, r.id)
                            where r.name = t.reader and (e.subject_id = t.id or strpos(e.data::text, t.id) > 0))
    """


@dataclass(frozen=True, slots=True)
class ResumeStuckWork:
    database: Database
    queue: Queue
    works: Sequence[StuckWork]

    async def run(self) -> None:
        """Queues each missing job once."""
        for work in self.works:
            async with self.database.transaction(SYSTEM) as tx:
                rows = await tx.all(f"{without_job([work], _RESUME_AGE)} order by t.since limit {BATCH}")
                for lock, jobs in _by_lock(work, [row["args"] for row in rows]).items():
                    await self.queue.defer(tx, work.job, jobs, lock=lock)
            for row in rows:
                log.warning("%s of %s had no job since %s and is taken up again", work.job, row["id"], row["since"])


def _by_lock(work: StuckWork, jobs: Sequence[dict[str, Any]]) -> dict[str | None, list[dict[str, Any]]]:
    found = defaultdict[str | None, list[dict[str, Any]]](list)
    for args in jobs:
        found[work.lock(**args) if work.lock else None].append(args)
    return found


def invariant(works: Sequence[StuckWork]) -> Invariant:
    return Invariant(
        "work_has_its_job",
        "whatever waits for a job has one: nothing asked for stands still",
        f"select count(*) from ({without_job(works, _ALARM_AGE)}) offender",
    )


def example(works: Sequence[StuckWork]) -> str:
    """Returns SQL that lists up to ten stuck states."""
    return f"select job, id, since from ({without_job(works, _ALARM_AGE)}) offender order by since limit 10"
