"""What every long-running process does first."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
from collections.abc import Awaitable, Callable
from dataclasses import replace

import uvloop

from retaguarda.foundation import logs
from retaguarda.foundation.keys import previous_secret_of, secret_of
from retaguarda.settings import Settings, load


def settings_with_secret() -> Settings:
    settings = load()
    return replace(
        settings,
        secret=secret_of(settings.secret, settings.data),
        secret_previous=previous_secret_of(settings.secret_previous, settings.data),
    )


def log_to_stderr(settings: Settings) -> None:
    logs.configure(settings.log_form, logging.getLevelNamesMapping()[settings.log_level.upper()])


def enable_shared_metrics() -> None:
    """With metrics enabled, make this process count into the shared folder. Call before the meters are imported.

    Remove the files of processes that have ended: counters may restart when a process starts.
    """
    settings = load()
    if not settings.metrics_token:
        return
    # One folder for each machine, because process ids of two machines may collide.
    folder = settings.data / "metrics" / socket.gethostname()
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.glob("*.db"):
        if not _alive(int(file.stem.rpartition("_")[2])):
            file.unlink(missing_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def _alive(process: int) -> bool:
    """Treat this process as dead: a file under its own id is from an earlier process."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return process != os.getpid()


def run_until_stopped(task: Callable[[], Awaitable[None]]) -> int:
    """Run until the task ends, or SIGINT or SIGTERM stops it."""

    async def main() -> None:
        running = asyncio.ensure_future(task())
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, running.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await running

    # Use the same event loop as the API server.
    uvloop.run(main())
    return 0
