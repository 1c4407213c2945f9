"""Three Postgres under Patroni, which agree through etcd on who leads; a commit stands on two of them before it is told."""

import contextlib
import json
import os
import pwd
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import psycopg

from drill.network import SPACES, Network

TOOLS = Path(__file__).parents[2] / ".build" / "drill"
ETCD, PATRONI = TOOLS / "root" / "usr" / "bin" / "etcd", TOOLS / "patroni"
#: Another user than root may not read root's.
PYTHON = "/usr/bin/python3" if os.geteuid() == 0 else sys.executable
#: Debian's postgresql-15.
POSTGRES = Path("/usr/lib/postgresql/15/bin")
#: Whom Postgres runs as where we are root.
USER = "postgres"
_WITH_PATRONI = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(PATRONI), "LC_ALL": "C.UTF-8"}
NODES = ("one", "two", "three")
LOCAL = "127.0.0.1"
#: Seconds: how long a leader's lock lasts, and how often everybody looks.
TTL, LOOP, RETRY = 20, 5, 5
START_S = 120


def missing() -> str:
    """What the drill cannot do without, in a word; empty: it is all there."""
    wanted = {"etcd": ETCD, "Debian's postgresql-15": POSTGRES / "postgres"}
    lacking = [name for name, path in wanted.items() if not path.exists()]
    loads = [PYTHON, "-c", "import patroni, psycopg"]
    if subprocess.run(loads, env=_WITH_PATRONI, stderr=subprocess.DEVNULL, check=False).returncode:
        lacking.append(f"Patroni for {PYTHON}")
    return ", ".join(lacking)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@dataclass
class Node:
    name: str
    folder: Path
    etcd: str
    port: int = field(default_factory=free_port)
    rest: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    #: The machine: its address, and its network namespace where it has one of its own.
    host: str = LOCAL
    space: str = ""

    def start(self) -> None:
        own = self.folder / self.name
        if not own.is_dir():
            own.mkdir(mode=0o700)
            give(own)
        file = own / "patroni.json"
        file.write_text(json.dumps(self._settings(own)))
        give(file)
        self.process = spawn([PYTHON, "-m", "patroni", file], self.folder / f"{self.name}.log", self.space)

    def processes(self) -> list[psutil.Process]:
        """Patroni and its Postgres, which is no child of it once it has started."""
        found = list[psutil.Process]()
        if self.process is not None and self.process.poll() is None:
            found.append(psutil.Process(self.process.pid))
        with contextlib.suppress(OSError, ValueError, psutil.Error):
            number = int((self.folder / self.name / "data" / "postmaster.pid").read_text().split()[0])
            postmaster = psutil.Process(number)
            found += [postmaster, *postmaster.children(recursive=True)]
        return found

    def send(self, number: signal.Signals) -> None:
        for each in self.processes():
            with contextlib.suppress(psutil.Error):
                each.send_signal(number)
        if number == signal.SIGKILL and self.process is not None:
            self.process.wait()

    def _settings(self, own: Path) -> dict[str, Any]:
        parameters = {"wal_log_hints": "on", "max_connections": 150, "shared_buffers": "64MB", "max_wal_size": "1GB",
                      "timezone": "UTC", "jit": "off", "log_min_messages": "warning",
                      # A way that is cut closes nothing: who hears nothing for so long connects anew.
                      "wal_receiver_timeout": "10s", "wal_sender_timeout": "10s"}  # fmt: skip
        return {
            "scope": "drill",
            "name": self.name,
            "restapi": {"listen": f"{self.host}:{self.rest}", "connect_address": f"{self.host}:{self.rest}"},
            "etcd3": {"host": self.etcd},
            "bootstrap": {
                "dcs": {
                    "ttl": TTL,
                    "loop_wait": LOOP,
                    "retry_timeout": RETRY,
                    "failsafe_mode": True,
                    "synchronous_mode": "quorum",
                    "synchronous_mode_strict": True,
                    "synchronous_node_count": 1,
                    "postgresql": {"use_pg_rewind": True, "parameters": parameters},
                },
                "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"],
            },
            "postgresql": {
                "listen": f"{self.host}:{self.port}",
                "connect_address": f"{self.host}:{self.port}",
                "data_dir": str(own / "data"),
                "bin_dir": str(POSTGRES),
                "pgpass": str(own / "pgpass"),
                "authentication": {
                    name: {"username": "postgres", "password": "drill"}
                    for name in ("superuser", "replication", "rewind")
                },
                "pg_hba": [
                    f"host all all {_around(self.host)} trust",
                    f"host replication all {_around(self.host)} trust",
                    "local all all trust",
                ],
                "parameters": {"unix_socket_directories": str(own)},
            },
        }


class Cluster:
    """Three nodes and etcd: on this machine, or each on one of ``network``'s that has its name."""

    def __init__(self, folder: Path, network: Network | None = None) -> None:
        self.folder, self._network, self._peer_port = folder, network, free_port()
        self._etcd_host = network.host("etcd") if network else LOCAL
        self._etcd = f"{self._etcd_host}:{free_port()}"
        self.nodes = [
            Node(name, folder, self._etcd, host=network.host(name), space=name)
            if network
            else Node(name, folder, self._etcd)
            for name in NODES
        ]
        self.etcd: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Whoever leads; a new connection asks all three."""
        hosts = ",".join(f"{node.host}:{node.port}" for node in self.nodes)
        return f"postgresql://postgres@{hosts}/retaguarda?target_session_attrs=read-write&connect_timeout=3"

    def start_etcd(self) -> None:
        client, peer = f"http://{self._etcd}", f"http://{self._etcd_host}:{self._peer_port}"
        self.etcd = spawn(
            [ETCD, "--name", "drill", "--data-dir", self.folder / "etcd", "--listen-client-urls", client,
             "--advertise-client-urls", client, "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
             "--initial-cluster", f"drill={peer}"],
            self.folder / "etcd.log",
            "etcd" if self._network else "",
        )  # fmt: skip

    def members(self) -> dict[str, dict[str, Any]]:
        """What the first of them that answers says of all; none: nobody answers."""
        for node in self.nodes:
            address = f"http://{node.host}:{node.rest}/cluster"
            with contextlib.suppress(OSError, ValueError), urllib.request.urlopen(address, timeout=2) as answer:
                return {each["name"]: each for each in json.load(answer)["members"]}
        return {}

    def leader(self) -> Node:
        while True:
            for name, told in self.members().items():
                if told["role"] in ("leader", "master") and told["state"] == "running":
                    return next(node for node in self.nodes if node.name == name)
            time.sleep(0.2)

    def standby(self) -> Node:
        leads = self.leader()
        return next(node for node in self.nodes if node is not leads)

    def wait_whole(self, within: float = START_S) -> bool:
        """One leads, two follow it."""
        until = time.monotonic() + within
        while time.monotonic() < until:
            states = sorted(told["state"] for told in self.members().values())
            if states == ["running", "streaming", "streaming"] and self._waits_as_wanted("quorum"):
                return True
            time.sleep(0.5)
        return False

    def set_quorum(self, wanted: bool) -> None:
        """Whether a commit waits for a second machine; back once the leader does so."""
        leader = self.leader()
        body = json.dumps({"synchronous_mode": "quorum" if wanted else False}).encode()
        request = urllib.request.Request(f"http://{leader.host}:{leader.rest}/config", body, method="PATCH")
        urllib.request.urlopen(request, timeout=10).close()
        while not self._waits_as_wanted("quorum" if wanted else ""):
            time.sleep(0.2)

    def _waits_as_wanted(self, wanted: str) -> bool:
        with (
            contextlib.suppress(psycopg.Error),
            psycopg.connect(self.url.replace("/retaguarda?", "/postgres?")) as owner,
        ):
            ((said,),) = owner.execute("show synchronous_standby_names").fetchall()
            return ("ANY 1" in said) if wanted else not said
        return False


@contextlib.contextmanager
def running_cluster(folder: Path, network: Network | None = None) -> Iterator[Cluster]:
    cluster = Cluster(folder, network)
    give(folder)
    folder.chmod(0o755)
    try:
        cluster.start_etcd()
        for node in cluster.nodes:
            node.start()
        if not cluster.wait_whole():
            raise RuntimeError(f"the three did not find each other; see {folder}/*.log")
        yield cluster
    finally:
        for node in cluster.nodes:
            node.send(signal.SIGKILL)
        if cluster.etcd is not None:
            cluster.etcd.kill()


@contextlib.contextmanager
def running_bank(folder: Path, host: str = LOCAL) -> Iterator[str]:
    """The provider has a Postgres of its own, that nothing happens to; yields its address."""
    data, port = folder / "bank", free_port()
    subprocess.run([POSTGRES / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale", "C.UTF-8"],
                   check=True, stdout=subprocess.DEVNULL, **as_user())  # fmt: skip
    with (data / "pg_hba.conf").open("a") as rules:
        rules.write(f"host all all {_around(host)} trust\n")
    process = spawn([POSTGRES / "postgres", "-D", data, "-p", str(port), "-h", host, "-k", folder,
                     "-c", "timezone=UTC", "-c", "jit=off"], folder / "bank.log")  # fmt: skip
    url = f"postgresql://postgres@{host}:{port}/postgres"
    try:
        until = time.monotonic() + START_S
        while True:
            with contextlib.suppress(psycopg.Error):
                psycopg.connect(url).close()
                break
            if time.monotonic() > until:
                raise RuntimeError("the bank's Postgres did not start")
            time.sleep(0.1)
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


def spawn(command: list[Any], log: Path, space: str = "") -> subprocess.Popen[bytes]:
    """Begin ``command`` as the servers' user, in the network namespace ``space`` where one is named."""
    given = as_user()
    if space:
        # Only root enters, and leaves being root behind.
        entry = pwd.getpwnam(given.pop("user"))
        command = ["nsenter", f"--net={SPACES / space}", f"--setuid={entry.pw_uid}", f"--setgid={given.pop('group')}",
                   *command]  # fmt: skip
    with log.open("ab") as output:
        return subprocess.Popen[bytes](
            command, stdout=output, stderr=output, start_new_session=True, env=_WITH_PATRONI, **given
        )


def _around(host: str) -> str:
    """Who may come to it."""
    return f"{host}/32" if host == LOCAL else f"{host.rpartition('.')[0]}.0/24"


def as_user() -> dict[str, Any]:
    return {"user": USER, "group": pwd.getpwnam(USER).pw_gid, "cwd": "/"} if os.geteuid() == 0 else {}


def give(path: Path) -> None:
    if os.geteuid() == 0:
        entry = pwd.getpwnam(USER)
        os.chown(path, entry.pw_uid, entry.pw_gid)
