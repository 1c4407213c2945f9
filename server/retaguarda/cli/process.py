"""What every long-running process of the program does first."""

import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace

from retaguarda.foundation.keys import secret_of
from retaguarda.settings import Settings, load


def settings_with_secret() -> Settings:
    settings = load()
    return replace(settings, secret=secret_of(settings.secret, settings.data))


def log_to_stderr(level: int = logging.INFO) -> None:
    logging.basicConfig(level=level, stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    # One line a call to a provider, with its address: a webhook's address is a secret.
    for noisy in ("httpx", "httpcore", "procrastinate", "psycopg.pool"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def run_until_stopped(task: Callable[[], Awaitable[None]]) -> int:
    """Runs until it ends by itself, or SIGINT or SIGTERM asks it to."""

    async def main() -> None:
        running = asyncio.ensure_future(task())
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, running.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await running

    asyncio.run(main())
    return 0
