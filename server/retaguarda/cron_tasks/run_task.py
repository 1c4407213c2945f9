"""Execute one run of a cron task and record its output."""

import logging
import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from retaguarda.cron_tasks.model import DOWN, LONGEST_ERROR, LONGEST_OUTPUT, UP
from retaguarda.foundation.database import SYSTEM, Database, sweeping
from retaguarda.foundation.events import record
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.request import PROVIDER

log = logging.getLogger("retaguarda.cron_tasks")

#: Retry a run that lost its worker once: what kills two workers would kill a third.
MOST_ATTEMPTS = 2

_WORKER = f"{socket.gethostname()[:60]}:{os.getpid()}"


@dataclass(frozen=True, slots=True)
class Runs:
    database: Database
    crons: Sequence[Cron]

    async def run(self, task: str, run: int) -> None:
        """Execute the run, unless it has ended. An exception of the task fails the run, not the job."""
        async with self.database.transaction(SYSTEM) as tx:
            attempt = await tx.value(
                "update cron_run set status = 'running', attempts = attempts + 1, worker = %(worker)s,"
                " started_at = coalesce(started_at, clock_timestamp())"
                " where id = %(run)s and status in ('waiting', 'running') returning attempts",
                {"run": run, "worker": _WORKER},
            )
        if attempt is None:
            return
        with captured_logs() as captured:
            error = await self._run_task(task, attempt)
        await self._record_end(task, run, error, captured.text)

    async def _run_task(self, task: str, attempt: int) -> str | None:
        """Run the task. Return its error, None on success."""
        cron = next((cron for cron in self.crons if cron.name == task), None)
        if cron is None:
            return "this version of the program does not know the task"
        if attempt > MOST_ATTEMPTS:
            return "it lost its worker twice and is not tried again"
        try:
            with sweeping():
                await cron.run()
        except Exception as failure:
            log.exception("task %s failed", task)
            return f"{type(failure).__name__}: {failure}"
        return None

    async def _record_end(self, task: str, run: int, error: str | None, output: str) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            before = await tx.one("select id, failures from cron_task where name = %(task)s for update", {"task": task})
            ended = await tx.execute(
                "update cron_run set status = %(status)s, ended_at = clock_timestamp(), error = %(error)s,"
                " output = nullif(%(output)s, '') where id = %(run)s and status = 'running'",
                {
                    "run": run,
                    "status": "failed" if error else "succeeded",
                    "error": error and error.replace("\x00", "")[:LONGEST_ERROR],
                    "output": output,
                },
            )
            if before is None or not ended:
                return
            await tx.execute(
                "update cron_task set failures = case when %(failed)s then failures + 1 else 0 end where id = %(id)s",
                {"id": before["id"], "failed": error is not None},
            )
            # Record an event only when the task goes down or comes up again.
            if (error is None) == (before["failures"] > 0):
                await record(
                    tx,
                    DOWN if error else UP,
                    company=PROVIDER,
                    subject=str(before["id"]),
                    actor="retaguarda",
                    data={"task": task},
                )


class _LogCapture(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s", "%H:%M:%S"))
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        if _ACTIVE.get() is self and len(self.text) < LONGEST_OUTPUT:
            line = self.format(record).replace("\x00", "")
            self.text = f"{self.text}{line}\n"[:LONGEST_OUTPUT]


#: Runs share a process: each captures only the log records of its own context.
_ACTIVE = ContextVar[_LogCapture | None]("active_capture", default=None)


@contextmanager
def captured_logs() -> Iterator[_LogCapture]:
    """Capture what the program logs inside the block, as text."""
    capture, logger = _LogCapture(), logging.getLogger("retaguarda")
    token = _ACTIVE.set(capture)
    logger.addHandler(capture)
    try:
        yield capture
    finally:
        logger.removeHandler(capture)
        _ACTIVE.reset(token)
