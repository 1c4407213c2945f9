"""Jobs, which call the outside world, and cron tasks, which run by the clock: procrastinate on the same Postgres.

A job may run twice, because its worker may die after the work and before recording it: write each job so that its second
run finds nothing left to do.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from inspect import Signature, signature
from time import perf_counter
from typing import Any, Literal

import procrastinate
import psycopg
from procrastinate.jobs import Job as StoredJob
from procrastinate.worker import Worker

from retaguarda.foundation import logs
from retaguarda.foundation.clock_offset import database_moment
from retaguarda.foundation.database import IDLE_S, Connecting, Tx, working
from retaguarda.foundation.metrics import JOBS
from retaguarda.foundation.moved_company import is_moving
from retaguarda.foundation.stalled_server import patience

log = logging.getLogger("retaguarda.jobs")

LONGEST_WAIT = 300
#: After this long without a heartbeat a worker counts as dead, and others take up its jobs.
STALLED_SECONDS = 30
#: Seconds for which the queue waits for a connection, and tries to make one before whoever asks next tries afresh.
WAIT_S, RECONNECT_S = 5.0, 4.0
#: Longest wait of a job that met no database, in seconds. Nobody is spared by a longer one: once it is back, all of it is.
AWAY_WAIT = 4
#: Wait of a job whose company is being moved to another installation, in seconds.
MOVING_WAIT = 30


class TryAgain(Exception):
    """The other side did not respond; run the job again later."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class _Backoff(procrastinate.BaseRetryStrategy):
    """Never stops, because we never give up on money."""

    def get_retry_decision(self, *, exception: BaseException, job: StoredJob) -> procrastinate.RetryDecision:
        # The database says what is due, and its clock may be another.
        return procrastinate.RetryDecision(retry_at=database_moment(wait_after(exception, job.attempts)))


def wait_after(error: BaseException, attempts: int) -> int:
    """Seconds until a failed job runs again: 1, 2, 4 … 300, as long as the other side asked, or a few where our own database was
    away.
    """
    wait = min(LONGEST_WAIT, 2 ** min(attempts, 9))
    if isinstance(error, TryAgain) and error.wait is not None:
        return int(min(LONGEST_WAIT, max(1.0, error.wait)))
    return min(wait, AWAY_WAIT) if _is_away(error) else wait


def _is_away(error: BaseException) -> bool:
    """Whether our own database could not be reached, or ended the connection: it stops, starts, or is no longer there."""
    if not isinstance(error, psycopg.OperationalError):
        return False
    # Without a state the server said nothing any more: the connection ended, or none was there in time.
    return error.sqlstate is None or error.sqlstate.startswith("08") or error.sqlstate in ("57P01", "57P02", "57P03")


@dataclass(frozen=True, slots=True)
class Job:
    """``run`` takes the values it was deferred with. TryAgain and any other error bring the job back later."""

    name: str
    run: Callable[..., Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Cron:
    """A cron task. ``schedule`` is a cron expression in UTC; staff may change it later.

    Args:
        grace: seconds that a run may be late and still make sense.
        overlap: what to do when the previous run has not ended.
    """

    name: str
    schedule: str
    run: Callable[[], Awaitable[None]]
    grace: int = 300
    overlap: Literal["skip", "queue"] = "skip"


class Queue:
    """The job queue of one process."""

    def __init__(self, url: str, *, size: int = 4, spare_password: str = "") -> None:
        connector = procrastinate.PsycopgConnector(
            conninfo=url,
            min_size=1,
            max_size=size,
            timeout=WAIT_S,
            max_idle=IDLE_S,
            # As the application's pool: psycopg's own waits double up to minutes, and nobody's job would run until they are over.
            reconnect_timeout=RECONNECT_S,
            connection_class=Connecting,
            kwargs={"spare_password": spare_password, **patience(url)},
        )
        self._app = procrastinate.App(connector=connector)
        self._signatures = dict[str, Signature]()
        self._running = set[int]()
        self._worker_ids = set[int]()

    @property
    def running(self) -> list[int]:
        """Ids of the jobs that run in this process now."""
        return list(self._running)

    @property
    def worker_ids(self) -> list[int]:
        """Ids of the workers that ran a job in this process, those that ended with their connections included."""
        return list(self._worker_ids)

    def add(self, jobs: Iterable[Job], crons: Iterable[Cron]) -> None:
        """Registers jobs and cron tasks; ``crons`` run by exactly the schedule they declare."""
        # Its overloads leave out a function with options. Without the function it builds the type of a decorator each time,
        # which is most of what an application's start costs.
        register: Any = self._app.task
        for job in jobs:
            self._signatures[job.name] = signature(job.run)
            register(_measured(job.name, job.run), name=job.name, retry=_Backoff(), pass_context=True)
        for cron in crons:
            run = _measured(cron.name, _cron_task(cron))
            task = register(run, name=cron.name, queueing_lock=cron.name, pass_context=True)
            self._app.periodic(cron=cron.schedule)(task)

    async def open(self) -> None:
        await self._app.open_async()

    async def close(self) -> None:
        await self._app.close_async()

    async def defer(
        self, tx: Tx, name: str, values: Iterable[Mapping[str, Any]], *, lock: str | None = None, after: float = 0
    ) -> list[int]:
        """Queues one job for each set of values, in the caller's transaction, and returns their ids.

        Args:
            lock: jobs with the same lock run one at a time, in order.
            after: seconds before which they do not run.

        Raises:
            TypeError: the job is known here, and takes other values.
        """
        arguments = [dict(each) for each in values]
        if name in self._signatures:
            for each in arguments:
                self._signatures[name].bind(**each)
        if not arguments:
            return []
        schedule_at = database_moment(after) if after else None
        task = self._app.configure_task(name, connection=tx.connection, lock=lock, schedule_at=schedule_at)
        return await task.batch_defer_async(*arguments)

    async def bring_forward(self, tx: Tx, lock: str, after: float) -> bool:
        """Lets the jobs that wait under a lock run ``after`` seconds from now, where they would run later; False: none waits."""
        values = {"lock": lock, "after": after}
        await tx.execute(_BRING_FORWARD, values)
        return await tx.value(_WAITING, values)

    async def work(self, *, forever: bool, concurrency: int = 8) -> None:
        """Runs jobs until cancelled; with ``forever`` False, until none is due."""
        await self._app.run_worker_async(
            wait=forever,
            concurrency=concurrency,
            install_signal_handlers=False,
            listen_notify=forever,
            fetch_job_polling_interval=1.0,
            delete_jobs="successful",
            shutdown_graceful_timeout=20,
            stalled_worker_timeout=STALLED_SECONDS,
            worker_middleware=[self._note],
        )

    async def _note(
        self,
        call_next: Callable[[], Awaitable[Any]],
        context: procrastinate.JobContext,
        worker: Worker,
    ) -> Any:
        assert context.job.id is not None
        assert worker.worker_id is not None
        self._worker_ids.add(worker.worker_id)
        self._running.add(context.job.id)
        try:
            return await call_next()
        finally:
            self._running.discard(context.job.id)


_BRING_FORWARD = """
    update procrastinate_jobs set scheduled_at = clock_timestamp() + make_interval(secs => %(after)s)
     where lock = %(lock)s and status = 'todo' and scheduled_at > clock_timestamp() + make_interval(secs => %(after)s)
"""
_DUE = "select exists (select from procrastinate_jobs where status = 'todo' and (scheduled_at is null or scheduled_at <= clock_timestamp()))"
_WAITING = "select exists (select from procrastinate_jobs where lock = %(lock)s and status = 'todo')"


async def has_due(tx: Tx) -> bool:
    """Returns whether a worker that began now could find a job; one whose lock is held counts, too."""
    return await tx.value(_DUE)


def _measured(name: str, run: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Measures a job and logs its failure: the queue itself logs nothing of what it will retry."""

    async def measured(context: procrastinate.JobContext, *args: Any, **values: Any) -> None:
        logs.begin(job=name, job_id=context.job.id)
        started, outcome = perf_counter(), "stopped"
        try:
            with working():
                await run(*args, **values)
            outcome = "done"
        except TryAgain as error:
            outcome = "again"
            log.info("job tried again: %s", error)
            raise
        except psycopg.Error as error:
            if not is_moving(error):
                outcome = "failed"
                log.exception("job failed, and will be tried again")
                raise
            outcome = "again"
            log.info("job put off: %s", error.diag.message_primary)
            raise TryAgain("its company is being moved", MOVING_WAIT) from error
        except Exception:
            outcome = "failed"
            log.exception("job failed, and will be tried again")
            raise
        finally:
            JOBS.labels(name, outcome).observe(perf_counter() - started)

    return measured


def _cron_task(cron: Cron) -> Callable[[int], Awaitable[None]]:
    async def run(timestamp: int) -> None:
        await cron.run()

    return run
