"""Run the sandbox payment provider, and pay a charge at it."""

import os
from typing import Any

from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from retaguarda.cli.children import end_with_parent
from retaguarda.cli.process import log_to_stderr, settings_with_secret
from retaguarda.database_url import owner_url
from retaguarda.settings import SANDBOX_CLIENT, SANDBOX_SECRET, SettingsError
from retaguarda_sandbox import pay as payer
from retaguarda_sandbox.app import create_app
from retaguarda_sandbox.settings import load


def make() -> Any:
    log_to_stderr(settings_with_secret())
    return create_app(load(os.environ))


def main(arguments: list[str]) -> int:
    end_with_parent()
    settings = settings_with_secret()
    if settings.production:
        raise SettingsError("the sandbox provider is refused in production")
    os.environ.setdefault("SANDBOX_DATABASE_URL", owner_url(settings))
    os.environ.setdefault("SANDBOX_CLIENT_ID", SANDBOX_CLIENT)
    os.environ.setdefault("SANDBOX_CLIENT_SECRET", SANDBOX_SECRET)
    os.environ.setdefault("SANDBOX_PUBLIC_HOST", f"localhost:{settings.sandbox_listens}")
    os.environ.setdefault("SANDBOX_MAILBOX_PORT", str(settings.sandbox_mailbox_listens))
    os.environ.setdefault("SANDBOX_MAILBOX_FOLDER", str(settings.sandbox_mailbox))
    Granian(
        "retaguarda_sandbox.cli:make",
        factory=True,
        interface=Interfaces.ASGI,
        address="127.0.0.1",
        port=settings.sandbox_listens,
        websockets=False,
        log_level=LogLevels.warning,
        respawn_failed_workers=True,
        # Do not wait for requests that were made to hang (faults.py): their effects are in the database.
        workers_kill_timeout=1,
    ).serve()
    return 0


def pay(arguments: list[str]) -> int:
    os.environ.setdefault("SANDBOX_URL", settings_with_secret().sandbox_address)
    return payer.main(arguments)
