"""Run the API and serve the web: this process watches those that answer, and loads nothing of what they load."""

from pathlib import Path

from granian import Granian
from granian.constants import Interfaces, SSLProtocols
from granian.log import LogLevels

from retaguarda.cli.children import end_with_parent
from retaguarda.cli.process import settings_with_secret
from retaguarda.foundation.logs import server_log_config


def main(arguments: list[str]) -> int:
    end_with_parent()
    settings = settings_with_secret()
    Granian(
        "retaguarda.cli.application:make",
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
