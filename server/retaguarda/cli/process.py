"""What every long-running process does first."""

import contextlib
import logging
import signal
from collections.abc import Awaitable, Callable
from dataclasses import replace

from retaguarda.foundation import logs
from retaguarda.foundation.secret_file import previous_secret_of, secret_of
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


def run_until_stopped(task: Callable[[], Awaitable[None]]) -> int:
    """Run until the task ends, or SIGINT or SIGTERM stops it."""
    # The same event loop as the API server's; who only reads settings needs none.
    import asyncio

    import uvloop

    async def main() -> None:
        running = asyncio.ensure_future(task())
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, running.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await running

    uvloop.run(main())
    return 0
