"""The worker process: runs event consumers and jobs, sequences the audit log, and sends webhooks."""

import asyncio
import logging

import psycopg
from procrastinate.exceptions import ConnectorException
from psycopg_pool import PoolTimeout

from retaguarda.app import App
from retaguarda.audit.sequence_events import SECONDS, sequence
from retaguarda.availability.keep_counts import keep_counts
from retaguarda.background import AT_START, readers, timed, webhook_sender
from retaguarda.cron_tasks.workers import resume_left
from retaguarda.feed.open_feed import feed_of
from retaguarda.foundation.clock_offset import clock_offset, is_off
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.events import consume, has_unsettled, lagging, pass_over, transaction_open
from retaguarda.foundation.jobs import has_due

log = logging.getLogger("retaguarda.worker")

#: Longest wait of an event before its consumer looks. NOTIFY instead would serialize all commits.
IDLE_SECONDS = 0.2
#: How stale the displayed counts of requests to processors may be.
COUNT_SECONDS = 5
#: Between two looks for jobs whose worker is gone.
RESUME_SECONDS = 5
#: Between two looks at the clock.
CLOCK_SECONDS = 60
SETTLING_SECONDS = 0.01
#: Looks before drain() gives up on a transaction that a client of this database holds open on purpose. Transactions
#: elsewhere end by themselves, however long a busy machine takes to copy a database.
SETTLING_LOOKS = 50


async def work(app: App) -> None:
    """Run until cancelled; outages of the database are survived."""
    app.queue.add(*timed(app))
    async with app.database.transaction(SYSTEM) as tx:
        await app.queue.defer(tx, AT_START, [{}])
    # If one task fails, all end, and the supervisor restarts the worker.
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_consume_forever(app))
        tasks.create_task(_work_forever(app))
        tasks.create_task(_sequence_forever(app))
        tasks.create_task(webhook_sender(app).run())
        tasks.create_task(_count_forever(app))
        tasks.create_task(_resume_forever(app))
        tasks.create_task(_watch_clock_forever(app))
        tasks.create_task(keep_counts(app.calls, "worker"))
        if feed := feed_of(app.database, app.settings):
            tasks.create_task(feed.run())


async def drain(app: App) -> None:
    """Do all the work there is, and all that follows from it; for tests.

    Consumers skip events that may not be complete while any transaction on the server runs, even one of Postgres' own.
    drain() waits for such transactions, or its outcome would depend on timing.
    """
    looks_left, consumers = SETTLING_LOOKS, readers(app)
    while True:
        # Check before consuming: what settles afterwards was not looked at.
        unsettled_events = await has_unsettled(app.database)
        consumed, late = await pass_over(app.database, await lagging(app.database, consumers))
        for consumer in late:
            consumed += await consume(app.database, consumer)
        # A worker that begins and ends costs a dozen statements on several connections.
        if await _has_due_jobs(app):
            await app.queue.work(forever=False)
        if unsettled_events and not consumed and looks_left:
            looks_left -= await transaction_open(app.database)
            await asyncio.sleep(SETTLING_SECONDS)
        elif not consumed:
            await app.connections.counts.write()
            await app.calls.write()
            return


async def _has_due_jobs(app: App) -> bool:
    async with app.database.transaction(SYSTEM) as tx:
        return await has_due(tx)


async def _consume_forever(app: App) -> None:
    consumers = readers(app)
    while True:
        try:
            consumed, lagging_consumers = await pass_over(app.database, await lagging(app.database, consumers))
        except (psycopg.Error, PoolTimeout) as error:
            log.warning("the event consumers: %s", error)
            await asyncio.sleep(1)
            continue
        for consumer in lagging_consumers:
            try:
                consumed += await consume(app.database, consumer)
            except (psycopg.Error, PoolTimeout) as error:
                # The consumer's offset stays and its batch is taken again; the other consumers go on.
                log.warning("event consumer %s: %s", consumer.name, error)
                await asyncio.sleep(1)
        if not consumed:
            await asyncio.sleep(IDLE_SECONDS)


async def _sequence_forever(app: App) -> None:
    while True:
        try:
            await sequence(app.database, app.keys)
        except (psycopg.Error, PoolTimeout) as error:
            # The events stay unsequenced until the next turn.
            log.warning("the audit log: %s", error)
        await asyncio.sleep(SECONDS)


async def _count_forever(app: App) -> None:
    while True:
        await asyncio.sleep(COUNT_SECONDS)
        try:
            await app.connections.counts.write()
        except (psycopg.Error, PoolTimeout) as error:
            log.warning("the counts of calls: %s", error)


async def _resume_forever(app: App) -> None:
    seen = set[int]()
    while True:
        await asyncio.sleep(RESUME_SECONDS)
        try:
            async with app.database.transaction(SYSTEM) as tx:
                seen = await resume_left(tx, app.queue, seen)
        except (psycopg.Error, PoolTimeout) as error:
            log.warning("could not look for jobs whose worker is gone: %s", error)


async def watch_clock(app: App) -> None:
    """Log an error if this machine's clock is off. Work goes on: leases and due times follow the database's clock."""
    try:
        async with app.database.transaction(SYSTEM) as tx:
            offset = await clock_offset(tx)
    except (psycopg.Error, PoolTimeout):
        return  # the other loops log that the database is away
    if is_off(offset):
        log.error("the clock of this machine is %+.0f s off the database's: set it", offset)


async def _watch_clock_forever(app: App) -> None:
    while True:
        await watch_clock(app)
        await asyncio.sleep(CLOCK_SECONDS)


async def _work_forever(app: App) -> None:
    while True:
        try:
            await app.queue.work(forever=True)
        except (ConnectorException, psycopg.Error, PoolTimeout) as error:
            log.warning("the job queue lost its database and starts again: %s", error.__cause__ or error)
        await asyncio.sleep(1)
