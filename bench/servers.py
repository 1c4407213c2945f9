"""Starting the servers that are compared, each as one process of its own."""

import os
import socket
import subprocess
import sys
import time
import venv
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bench import web_peer
from bench.postgres import DATA

HERE = Path(__file__).parent
REQUIREMENTS = HERE / "requirements.txt"
START_SECONDS = 60


@contextmanager
def listening(name: str, command: list[str], environment: Mapping[str, str], port: int) -> Iterator[int]:
    """A server, from when it accepts connections; its port.

    Raises:
        RuntimeError: it ended, or did not listen within 60 s; the text holds the end of what it said.
    """
    log = DATA / f"{name}.log"
    with log.open("wb") as said:
        process = subprocess.Popen(
            command, env=os.environ | environment, cwd=HERE.parent, stdout=said, stderr=said, start_new_session=True
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while not _accepts(port):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{name} did not start:\n{log.read_text()[-3000:]}")
            time.sleep(0.05)
        yield port
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def ours(
    app_url: str, name: str = "ours", bot_check: str = "none", more: Mapping[str, str] | None = None
) -> Iterator[int]:
    """The API as ``make run`` starts it: granian, its default workers. ``more``: further settings."""
    port = free_port()
    environment = _settings(app_url, port) | {"RETAGUARDA_BOT_CHECK": bot_check, **(more or {})}
    with listening(name, [sys.executable, "-m", "retaguarda", "api"], environment, port):
        yield port


@contextmanager
def worker(app_url: str, port: int, more: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """The process that does what follows, beside the API on this port."""
    log = DATA / "worker.log"
    with log.open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "retaguarda", "worker"],
            env={**os.environ, **_settings(app_url, port), **more},
            cwd=HERE.parent,
            stdout=said,
            stderr=said,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        _end(process)


@contextmanager
def ours_on_uvicorn(app_url: str) -> Iterator[int]:
    port = free_port()
    command = [sys.executable, "-m", "bench.ours_on_uvicorn", str(port), str(_packages())]
    with listening("ours-uvicorn", command, _settings(app_url, port), port):
        yield port


@contextmanager
def react_admin(app_url: str) -> Iterator[int]:
    """The web's peer, before our own API and by the server that ours runs on."""
    port = free_port()
    command = [sys.executable, "-m", "granian", "bench.react_admin:make", "--factory", "--interface", "asgi"]
    command += ["--port", str(port), "--workers", "1", "--no-ws", "--log-level", "warning", "--no-access-log"]
    settings = _settings(app_url, port) | {"RETAGUARDA_WEB_DIST": str(web_peer.DIST)}
    with listening("react-admin", command, settings, port):
        yield port


@contextmanager
def fastapi(url: str) -> Iterator[int]:
    port = free_port()
    command = [*_peer("uvicorn"), "bench.peers.fastapi_app:app", "--port", str(port), "--loop", "uvloop"]
    command += ["--http", "httptools", "--no-access-log", "--log-level", "warning"]
    with listening("fastapi", command, {"BENCH_DATABASE": url}, port):
        yield port


@contextmanager
def django_ninja(url: str) -> Iterator[int]:
    port = free_port()
    command = [*_peer("granian"), "bench.peers.django_app:application", "--interface", "wsgi", "--port", str(port)]
    command += ["--workers", "1", "--blocking-threads", "4", "--log-level", "warning", "--no-access-log"]
    with listening("django-ninja", command, {"BENCH_DATABASE": url}, port):
        yield port


def _settings(app_url: str, port: int) -> dict[str, str]:
    return {
        "PORT": str(port),
        "RETAGUARDA_DATA": str(DATA),
        "DATABASE_URL": app_url,
        "RETAGUARDA_DATABASE_APP_URL": app_url,
        "RETAGUARDA_BOT_CHECK": "none",
        # Staff of the bench sign in by a password alone.
        "RETAGUARDA_SECOND_FACTOR": "roles",
        # What is measured is the work of a call, by one person who makes thousands: counted, and never over.
        "RETAGUARDA_LIMIT_CALLS_PERSON": "999999999/60",
        "RETAGUARDA_LIMIT_CALLS_KEY": "999999999/60",
    }


def _peer(module: str) -> list[str]:
    return [str(DATA / "venv" / "bin" / "python"), "-m", module]


def _packages() -> Path:
    return next((DATA / "venv" / "lib").glob("python*/site-packages"))


def install_peers() -> None:
    """The peers' packages, in an environment of their own, once for each state of the lock file."""
    folder, stamp = DATA / "venv", DATA / "venv" / "requirements.txt"
    if stamp.exists() and stamp.read_bytes() == REQUIREMENTS.read_bytes():
        return
    venv.create(folder, clear=True, with_pip=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "-r", str(REQUIREMENTS)], check=True)
    stamp.write_bytes(REQUIREMENTS.read_bytes())
