"""Run everything on one machine: start each part, watch and restart it, and stop the parts in order.

This process only watches, so it loads nothing of what it starts.
"""

import logging
import signal
import socket
import ssl
import sys
import threading
import time
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import ip_address

from retaguarda.cli.children import Child, run_to_end
from retaguarda.cli.process import log_to_stderr, settings_with_secret
from retaguarda.foundation.embedded import EmbeddedPostgres
from retaguarda.settings import Settings, SettingsError

log = logging.getLogger("retaguarda.serve")

READY_SECONDS = 120


def main(arguments: list[str]) -> int:
    settings = settings_with_secret()
    log_to_stderr(settings)
    _refuse_taken_ports(settings)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    postgres = None if settings.database_url else EmbeddedPostgres.of(settings.data)
    sandbox, worker, api = Child("sandbox"), Child("worker"), Child("api")
    serving = [api] if settings.production else [sandbox, api]
    try:
        if postgres is not None:
            postgres.start()
        if settings.demo:
            print("Starting; an empty database gets the demo's data first, which takes half a minute.", flush=True)
        announced = run_to_end("prepare")
        for child in serving:
            child.start()
        if _wait_ready(settings, serving, stop):
            # Start the worker last: it calls the provider at once.
            worker.start()
            print(_announcement(settings, announced), flush=True)
            _watch([*serving, worker], postgres, stop)
    finally:
        # Stop the API first, so that it accepts nothing that the other parts can no longer do.
        for child in (api, worker, sandbox):
            child.stop()
        if postgres is not None:
            postgres.stop()
    print("Retaguarda has stopped.", flush=True)
    return 0


def _announcement(settings: Settings, announced: str) -> str:
    """What `make run` says when it is ready; ``announced`` is what a trial adds."""
    lines = ["", f"  Retaguarda is ready: {settings.address}", *([announced] if announced else [])]
    return "\n".join([*lines, "", "  Ctrl-C ends it all.", ""])


def _refuse_taken_ports(settings: Settings) -> None:
    ports = [settings.port] if settings.production else [settings.port, settings.sandbox_listens]
    for port in ports:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                raise SettingsError(
                    f"port {port} is taken; set PORT (and RETAGUARDA_SANDBOX_PORT) to free ones"
                ) from None


def _wait_ready(settings: Settings, children: list[Child], stop: threading.Event) -> bool:
    deadline = time.monotonic() + READY_SECONDS
    # A server that listens on all addresses listens on this one too.
    here = "127.0.0.1" if ip_address(settings.bind).is_unspecified else settings.bind
    while not stop.is_set():
        with suppress(OSError, HTTPException):
            if _says_ok(here, settings.port, "/ready", tls=bool(settings.tls_certificate)) and (
                settings.production or _says_ok("127.0.0.1", settings.sandbox_listens, "/", tls=False)
            ):
                return True
        if time.monotonic() > deadline:
            print(f"retaguarda: not ready after {READY_SECONDS} s; what the parts said stands above", file=sys.stderr)
            raise SystemExit(1)
        for child in children:
            child.revive()
        stop.wait(0.05)
    return False


def _says_ok(host: str, port: int, path: str, *, tls: bool) -> bool:
    """Ask one of our own servers on this machine.

    Raises:
        OSError: nobody answers there.
        HTTPException: what answers there speaks no HTTP.
    """
    connection = (
        HTTPSConnection(host, port, timeout=2, context=_unchecked()) if tls else HTTPConnection(host, port, timeout=2)
    )
    with closing(connection):
        connection.request("GET", path, headers={"Host": "localhost"})
        return connection.getresponse().status == 200


def _unchecked() -> ssl.SSLContext:
    """The certificate is for the public host name, but we connect by address."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _watch(children: list[Child], postgres: EmbeddedPostgres | None, stop: threading.Event) -> None:
    while not stop.wait(0.25):
        if postgres is not None and not postgres.alive():
            log.warning("Postgres died and is started again")
            try:
                postgres.start()
            except RuntimeError:
                # Its old processes may still be releasing the data folder.
                log.exception("Postgres did not start; trying again")
                stop.wait(1)
        for child in children:
            child.revive()
