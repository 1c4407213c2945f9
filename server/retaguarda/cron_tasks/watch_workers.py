"""Watch from outside whether any worker is alive: a dead worker cannot report itself."""

import asyncio
import logging

import psycopg
from psycopg_pool import PoolTimeout

from retaguarda.cron_tasks.model import GONE
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.events import Event, EventConsumer, record
from retaguarda.foundation.jobs import STALLED_SECONDS
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.typed_rows import fetch_one

log = logging.getLogger("retaguarda.jobs")

#: Longer than a worker takes to restart.
SILENT_SECONDS = 2 * STALLED_SECONDS
CHECK_SECONDS = 15


async def watch(database: Database, notifier: EventConsumer) -> None:
    """Check for ever. Workers start after their watcher, so wait before the first check."""
    await asyncio.sleep(SILENT_SECONDS)
    while True:
        try:
            await check_workers(database, notifier)
        except (psycopg.Error, PoolTimeout) as error:
            log.warning("nobody could look for the workers: %s", error)
        await asyncio.sleep(CHECK_SECONDS)


async def check_workers(database: Database, notifier: EventConsumer) -> bool:
    """Record an event when no worker is left, once until one is alive again. True when it did.

    ``notifier`` handles the event at once, because event consumers run in workers.
    """
    async with database.transaction(SYSTEM) as tx:
        # Lock: two concurrent checks would both record it.
        await tx.execute("select pg_advisory_xact_lock(hashtext('workers.gone'))")
        waiting = await tx.value(_UNREPORTED, {"gone": GONE})
        if waiting is None:
            return False
        log.error("no worker has been heard of for %s s, and %s jobs wait", SILENT_SECONDS, waiting)
        await record(tx, GONE, company=PROVIDER, subject="workers", actor="retaguarda", data={"jobs": waiting})
        event = await fetch_one(tx, Event, _NEWEST)
        assert event is not None
        await notifier.take(tx, [event])
    return True


#: Count the waiting jobs, if no worker is alive and no event says so since one was.
_UNREPORTED = f"""
    select (select count(*) from procrastinate_jobs where status in ('todo', 'doing')) as waiting from company c
     where c.id = {PROVIDER}
       and not exists (select from procrastinate_workers w
                        where w.last_heartbeat > now() - interval '{SILENT_SECONDS} seconds')
       and not exists (
         select from event e
          where e.company_id = {PROVIDER} and e.subject_id = 'workers' and e.name = %(gone)s
            -- One that was stopped in order left nothing to be heard of by.
            and e.at > coalesce((select max(w.last_heartbeat) from procrastinate_workers w), now() - interval '1 hour'))
"""
_NEWEST = f"""
    select e.xid::text, e.id, e.company_id, e.name, e.subject_id, e.person_id, e.actor, e.at, e.data from event e
     where e.company_id = {PROVIDER} and e.subject_id = 'workers' order by e.id desc limit 1
"""
