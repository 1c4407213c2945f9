"""Run the API and serve the web."""

import asyncio
import gc
from pathlib import Path
from typing import Any

from granian import Granian
from granian.constants import Interfaces, SSLProtocols
from granian.log import LogLevels

from retaguarda.app import build, watch, web
from retaguarda.cli.children import end_with_parent
from retaguarda.cli.process import log_to_stderr, settings_with_secret
from retaguarda.database_url import app_url
from retaguarda.foundation.logs import server_log_config


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


def main(arguments: list[str]) -> int:
    end_with_parent()
    settings = settings_with_secret()
    Granian(
        "retaguarda.cli.api:make",
        factory=True,
        interface=Interfaces.ASGI,
        address=settings.bind,
        port=settings.port,
        workers=settings.api_workers,
        websockets=False,
        log_level=LogLevels.warning,
        log_dictconfig=server_log_config(settings.log_form),
        ssl_cert=Path(settings.tls_certificate) if settings.tls_certificate else None,
        ssl_key=Path(settings.tls_key) if settings.tls_key else None,
        # Proxies in use speak no newer version to the servers behind them.
        ssl_protocol_min=SSLProtocols.tls12,
        respawn_failed_workers=True,
        workers_kill_timeout=20,
    ).serve()
    return 0
