"""The worker process: follows the events, runs the jobs and keeps the audit log."""

import asyncio
import logging

import psycopg
from procrastinate.exceptions import ConnectorException
from psycopg_pool import PoolTimeout

from retaguarda.app import App
from retaguarda.audit.sequence_events import SECONDS, sequence
from retaguarda.background import AT_START, courier, readers, timed
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.events import consume, held_here, lagging, unsettled

log = logging.getLogger("retaguarda.worker")

#: How long an event waits at most before its reader looks. NOTIFY would serialize all commits instead.
IDLE_SECONDS = 0.2
#: How far what is shown of processors' calls lags behind.
COUNT_SECONDS = 5
SETTLING_SECONDS = 0.01
#: So often: a transaction that somebody holds open on purpose, in this database, is not outwaited. One elsewhere ends by itself,
#: however long a busy machine takes to copy a database.
SETTLING_LOOKS = 50


async def work(app: App) -> None:
    """Runs until cancelled. A database that goes away is waited for, not died of."""
    app.queue.add(*timed(app))
    async with app.database.transaction(SYSTEM) as tx:
        await app.queue.defer(tx, AT_START, [{}])
    # When one of them ends for good, all do, and the supervisor starts the worker anew.
    async with asyncio.TaskGroup() as all_of_it:
        all_of_it.create_task(_read_forever(app))
        all_of_it.create_task(_work_forever(app))
        all_of_it.create_task(_sequence_forever(app))
        all_of_it.create_task(courier(app).run())
        all_of_it.create_task(_count_forever(app))


async def drain(app: App) -> None:
    """Everything there is to do now, and what follows from it; for tests.

    Readers leave what may not be whole yet. Any transaction on the server is a reason to, one of Postgres' own too, and it
    is waited for: or what there is to do would depend on the moment.
    """
    patience = SETTLING_LOOKS
    while True:
        # Asked before the look: what settles after it was not looked at.
        more, taken = await unsettled(app.database), 0
        for reader in await lagging(app.database, readers(app)):
            taken += await consume(app.database, reader)
        await app.queue.work(forever=False)
        if more and not taken and patience:
            patience -= await held_here(app.database)
            await asyncio.sleep(SETTLING_SECONDS)
        elif not taken:
            await app.connections.counts.write()
            return


async def _read_forever(app: App) -> None:
    every = readers(app)
    while True:
        taken = 0
        try:
            late = await lagging(app.database, every)
        except (psycopg.Error, PoolTimeout) as error:
            log.warning("the readers: %s", error)
            await asyncio.sleep(1)
            continue
        for reader in late:
            try:
                taken += await consume(app.database, reader)
            except (psycopg.Error, PoolTimeout) as error:
                # The batch stays where it was and is taken again; the other readers go on.
                log.warning("reader %s: %s", reader.name, error)
                await asyncio.sleep(1)
        if not taken:
            await asyncio.sleep(IDLE_SECONDS)


async def _sequence_forever(app: App) -> None:
    while True:
        try:
            await sequence(app.database, app.keys)
        except (psycopg.Error, PoolTimeout) as error:
            # The events stay where they are, without a place in the log, until the next turn.
            log.warning("the audit log: %s", error)
        await asyncio.sleep(SECONDS)


async def _count_forever(app: App) -> None:
    while True:
        await asyncio.sleep(COUNT_SECONDS)
        try:
            await app.connections.counts.write()
        except (psycopg.Error, PoolTimeout) as error:
            log.warning("the counts of calls: %s", error)


async def _work_forever(app: App) -> None:
    while True:
        try:
            await app.queue.work(forever=True)
        except (ConnectorException, psycopg.Error, PoolTimeout) as error:
            log.warning("the job queue lost its database and starts again: %s", error.__cause__ or error)
        await asyncio.sleep(1)
