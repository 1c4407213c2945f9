"""The application as each worker process of the server loads it; the process that watches them needs none of it."""

import asyncio
import gc
from typing import Any

from retaguarda.app import build, watch, web
from retaguarda.cli.process import log_to_stderr, settings_with_secret
from retaguarda.database_url import app_url


def make() -> Any:
    """Build the application, once in each worker process of the server."""
    settings = settings_with_secret()
    log_to_stderr(settings)
    app = build(settings, app_url(settings))
    application = web(app)
    opened, watching = None, None

    async def with_lifespan(scope: Any, receive: Any, send: Any) -> None:
        nonlocal opened, watching
        if scope["type"] != "lifespan":
            await application(scope, receive, send)
            return
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                opened = app.opened()
                await opened.__aenter__()
                watching = asyncio.create_task(watch(app))
                # Objects that live as long as the process need no more collection; a request leaves almost no cycles.
                gc.freeze()
                gc.set_threshold(20_000, 20, 20)
                await send({"type": "lifespan.startup.complete"})
            else:
                if watching is not None:
                    watching.cancel()
                if opened is not None:
                    await opened.__aexit__(None, None, None)
                await send({"type": "lifespan.shutdown.complete"})
                return

    return with_lifespan
