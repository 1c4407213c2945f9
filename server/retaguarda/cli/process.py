"""What every long-running process of the program does first."""

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


def count_together() -> None:
    """Where metrics are asked for, this process counts into the folder of all. Before the meters are imported.

    The files of processes that are no more go: a start is where counters may begin anew.
    """
    settings = load()
    if not settings.metrics_token:
        return
    # Of each machine its own, for two may have processes of the same number.
    folder = settings.data / "metrics" / socket.gethostname()
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.glob("*.db"):
        if not _alive(int(file.stem.rpartition("_")[2])):
            file.unlink(missing_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def _alive(process: int) -> bool:
    """This one is not: what stands under its number is of another."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return process != os.getpid()


def run_until_stopped(task: Callable[[], Awaitable[None]]) -> int:
    """Runs until it ends by itself, or SIGINT or SIGTERM asks it to."""

    async def main() -> None:
        running = asyncio.ensure_future(task())
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, running.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await running

    # The loop that the API's server takes, too.
    uvloop.run(main())
    return 0
