"""PgBouncer in transaction mode in front of the test's server: Debian's, installed, or unpacked among the drills' tools."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict

from retaguarda.foundation.migrate import APP_ROLE

UNPACKED = Path(__file__).parents[2] / ".build" / "drill" / "root" / "usr"
START_S = 30


def pgbouncer() -> str | None:
    """Its path; None where it cannot be had."""
    return shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin:{UNPACKED / 'sbin'}")


@contextmanager
def running_pooler(server_url: str, connections: int) -> Iterator[int]:
    """Yields the port of a pooler for each database of the server, on 127.0.0.1, for the application's role; skips the test where
    there is none.

    Raises:
        RuntimeError: it did not start.
    """
    program = pgbouncer()
    if program is None:
        pytest.skip("PgBouncer cannot be had here: apt-get install pgbouncer, or make .build/drill/stamp")
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    server = conninfo_to_dict(server_url)
    with tempfile.TemporaryDirectory(prefix="rg-pool-", dir="/tmp", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "users").write_text(f'"{APP_ROLE}" ""\n')
        (folder / "settings").write_text(f"""
[databases]
* = host={server["host"]} port={server.get("port", 5432)}
[pgbouncer]
pool_mode = transaction
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users
default_pool_size = {connections}
max_client_conn = 500
server_round_robin = 1
""")
        # It refuses to run as root; whom the server runs as reaches its socket.
        user = _user_of(str(server["host"])) if os.geteuid() == 0 else None
        libraries = [str(each) for each in UNPACKED.glob("lib/*-linux-gnu")]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [program, folder / "settings"],
                env=os.environ | {"LD_LIBRARY_PATH": ":".join(libraries)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                user=user.pw_uid if user else None,
                group=user.pw_gid if user else None,
            )
        try:
            _wait(process, port, folder / "log")
            yield port
        finally:
            process.terminate()
            process.wait(10)


def _user_of(host: str) -> pwd.struct_passwd:
    return pwd.getpwuid(Path(host).stat().st_uid) if host.startswith("/") else pwd.getpwnam("nobody")


def _wait(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise RuntimeError(f"PgBouncer did not start:\n{log.read_text()}")
