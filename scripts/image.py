"""Builds the image of deploy/Containerfile and runs it once as deploy/compose.yaml does: database, migrate, API, worker; then stops it.

buildah does both, in a chroot, which also works where containers may not be nested. Where no registry of images is reached, the base is
made by mmdebstrap of Debian's packages. The figures of a run go to standard output.
"""

import contextlib
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg

from local_house import free_port, get

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "server"))

from retaguarda.foundation.embedded import EmbeddedPostgres  # noqa: E402  (a script stands outside of the package)

IMAGE, BASE = "localhost/retaguarda", "docker.io/library/python:3.12-slim"
OWN_BASE = "localhost/retaguarda-base"
ARCHIVE = ROOT / ".build" / "image" / "base.tar"
PULL_S, READY_S, STOP_S = 120, 120, 60


def main() -> None:
    if shutil.which("buildah") is None:
        raise SystemExit("the image is not built: buildah is not on this machine (Debian has it)")
    if not list((ROOT / "dist").glob("retaguarda-*.whl")):
        raise SystemExit("there is no wheel: make image builds it first")
    base = _base()
    started = time.monotonic()
    # pip in it asks for packages as this machine does.
    shared = ["--volume", "/etc/ssl/certs:/etc/ssl/certs:ro"]
    _run("buildah", "build", "--quiet", "--isolation", "chroot", "--network", "host", *shared, "--format", "docker",
         "--build-arg", f"BASE={base}", "-f", ROOT / "deploy" / "Containerfile", "-t", IMAGE, ROOT)  # fmt: skip
    print(f"built of {base} in {time.monotonic() - started:.0f} s")
    try_image()


def _base() -> str:
    with contextlib.suppress(subprocess.SubprocessError):
        subprocess.run(["buildah", "pull", "--quiet", BASE], check=True, timeout=PULL_S, stderr=subprocess.DEVNULL)
        return BASE
    if shutil.which("mmdebstrap") is None:
        raise SystemExit(
            f"{BASE} cannot be had, and mmdebstrap is not on this machine to make a base of Debian's packages"
        )
    if not ARCHIVE.is_file():
        ARCHIVE.parent.mkdir(parents=True, exist_ok=True)
        _run("mmdebstrap", "--quiet", "--variant=minbase", "--include=python3,python3-venv,ca-certificates", "bookworm",
             ARCHIVE)  # fmt: skip
    container = _told("buildah", "from", "scratch")
    try:
        _run("buildah", "add", "--quiet", container, ARCHIVE, "/")
        _run("buildah", "commit", "--quiet", container, OWN_BASE)
    finally:
        _run("buildah", "rm", container)
    return OWN_BASE


def try_image() -> None:
    """Everything that was asked of it holds, or this ends with a word."""
    port = free_port()
    with _database() as url, _container() as container:
        given = {
            "RETAGUARDA_ENV": "sandbox",
            "RETAGUARDA_PUBLIC_URL": f"http://localhost:{port}",
            "RETAGUARDA_SECRET": secrets.token_hex(32),
            "RETAGUARDA_SANDBOX_PORT": str(free_port()),
            "RETAGUARDA_DEMO": "0",
            "DATABASE_URL": url,
            "PORT": str(port),
        }
        if b"900" not in subprocess.run(_inside(container, given, "id", "-u"), capture_output=True, check=True).stdout:
            raise SystemExit("the program of the image runs as another user than its own")
        _run(*_inside(container, given, "retaguarda", "migrate"))
        _run(*_inside(container, given, "retaguarda", "found", "--company", "Provedor", "--document", "11.222.333/0001-81",
                      "--email", "admin@provider.example", "--name", "Rita Melo"))  # fmt: skip
        started = time.monotonic()
        parts = [subprocess.Popen(_inside(container, given, "retaguarda", part)) for part in ("api", "worker")]
        try:
            _wait_for_worker(f"http://127.0.0.1:{port}/ready", parts)
            print(f"API and worker of the image are ready after {time.monotonic() - started:.1f} s")
            page = get(f"http://127.0.0.1:{port}/")
            if b'id="root"' not in page or b"/assets/" not in page:
                raise SystemExit("the image serves no web")
            _run(*_inside(container, given, "retaguarda", "verify"), stdout=subprocess.DEVNULL)
        finally:
            for part in parts:
                _end(part)
        if any(part.returncode for part in parts):
            raise SystemExit("a part of the image did not end in order")
        print("the image serves the web, its worker is heard of, verify is clean, and both parts end by SIGTERM")


def _inside(container: str, given: dict[str, str], *command: str) -> list[str]:
    settings = [word for name, value in given.items() for word in ("--env", f"{name}={value}")]
    return ["buildah", "run", "--isolation", "chroot", "--network", "host", *settings, container, "--", *command]


@contextlib.contextmanager
def _container() -> Iterator[str]:
    name = _told("buildah", "from", IMAGE)
    try:
        yield name
    finally:
        _run("buildah", "rm", name, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def _database() -> Iterator[str]:
    """The embedded Postgres by TCP, as the compose file's is reached."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="retaguarda-image-", ignore_cleanup_errors=True) as folder:
        server = EmbeddedPostgres(Path(folder) / "postgres", {"listen_addresses": "127.0.0.1", "port": str(port)})
        server.start()
        try:
            with psycopg.connect(f"postgresql://postgres@127.0.0.1:{port}/postgres", autocommit=True) as owner:
                owner.execute("create database retaguarda")
            yield f"postgresql://postgres@127.0.0.1:{port}/retaguarda"
        finally:
            server.stop()


def _end(part: subprocess.Popen[bytes]) -> None:
    """buildah hands a signal on to nobody: the program far below it gets it, which ends in order.

    Raises:
        subprocess.TimeoutExpired: it does not end.
    """
    for below in psutil.Process(part.pid).children(recursive=True):
        # Of the processes that it consists of the first.
        if below.cmdline()[0].startswith("/opt/retaguarda/bin/python"):
            below.send_signal(signal.SIGTERM)
            break
    part.wait(STOP_S)


def _wait_for_worker(address: str, parts: list[subprocess.Popen[bytes]]) -> None:
    until = time.monotonic() + READY_S
    while True:
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            if b'"worker":true' in get(address):
                return
        if time.monotonic() > until or any(part.poll() is not None for part in parts):
            raise SystemExit("API and worker of the image did not get ready")
        time.sleep(0.1)


def _run(*command: str | Path, stdout: int | None = None) -> None:
    subprocess.run(command, check=True, stdout=stdout)


def _told(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


if __name__ == "__main__":
    main()
