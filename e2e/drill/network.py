"""Machines of the drill on a network of its own, whose ways are cut without a word to either side.

Each machine is a network namespace on one bridge, and all of it lies in a namespace that reaches nothing else. A way is cut as a broken
switch cuts it: packets go to an address of the link that nobody has, so nothing is refused, and no connection is closed.
"""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

#: Of the benchmark networks of RFC 2544, which no router of the internet knows.
NETWORK = "198.18.0"
BRIDGE, NOBODY = "drill0", "02:00:00:00:00:fe"
#: Where ``ip netns`` keeps them.
SPACES = Path("/run/netns")
_INSIDE = "RETAGUARDA_DRILL_NETWORK"


def why_not() -> str:
    """What this machine refuses, in a word; empty: nothing."""
    lacking = [tool for tool in ("ip", "nsenter", "unshare", "mount") if shutil.which(tool) is None]
    if lacking:
        return ", ".join(lacking)
    tried = ["unshare", "--net", "--mount", "ip", "link", "add", BRIDGE, "type", "bridge"]
    if os.geteuid() or subprocess.run(tried, stderr=subprocess.DEVNULL, check=False).returncode:
        return "a network namespace with a bridge (root, and CAP_SYS_ADMIN)"
    return ""


def go_inside() -> None:
    """Begin this program again where its network and its mounts are its own; nothing of them is left when it ends."""
    if os.environ.get(_INSIDE):
        return
    module = ["-m", "drill.cuts", *sys.argv[1:]]
    os.environ[_INSIDE] = "1"
    os.execvp("unshare", ["unshare", "--net", "--mount", sys.executable, *module])


class Network:
    """``here`` is the machine that this program is on, with the house; the others are named."""

    def __init__(self, *machines: str) -> None:
        self.here = f"{NETWORK}.1"
        self._hosts = {"": self.here} | {name: f"{NETWORK}.{number}" for number, name in enumerate(machines, start=11)}
        self._cut = set[tuple[str, str]]()
        # Their names are files, which are to be gone with the mounts of this program.
        SPACES.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", SPACES], check=True)
        _ip("link", "set", "lo", "up")
        _ip("link", "add", BRIDGE, "type", "bridge")
        _ip("address", "add", f"{self.here}/24", "dev", BRIDGE)
        _ip("link", "set", BRIDGE, "up")
        for name in machines:
            port = f"drill-{name}"
            _ip("netns", "add", name)
            _ip("link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", name)
            _ip("link", "set", port, "master", BRIDGE, "up")
            _ip("-n", name, "address", "add", f"{self._hosts[name]}/24", "dev", "eth0")
            for device in ("lo", "eth0"):
                _ip("-n", name, "link", "set", device, "up")

    def host(self, name: str) -> str:
        return self._hosts[name]

    def part(self, *sides: Iterable[str]) -> None:
        """Nothing passes between machines of different sides from now on; ``""`` is the one with the house."""
        for one, other in combinations([list(side) for side in sides], 2):
            self._cut |= {(a, b) for a in one for b in other}
        for a, b in self._cut:
            self._deafen(a, b)
            self._deafen(b, a)

    def heal(self) -> None:
        for a, b in self._cut:
            self._say(a, "neigh", "del", self._hosts[b])
            self._say(b, "neigh", "del", self._hosts[a])
        self._cut = set()

    def _deafen(self, name: str, other: str) -> None:
        self._say(name, "neigh", "replace", self._hosts[other], "lladdr", NOBODY, "nud", "permanent")

    def _say(self, name: str, *command: str) -> None:
        _ip(*(["-n", name] if name else []), *command, "dev", "eth0" if name else BRIDGE)


class Disk:
    """A small file system of its own, in memory, that can be filled to the last byte."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder, self._ballast = folder, folder / "ballast"
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0700", "tmpfs", folder], check=True)

    def fill(self) -> None:
        """Until not one block is left; others may take some of them meanwhile."""
        with self._ballast.open("ab") as ballast:
            for piece in (2**26, 2**20, 2**12):
                with contextlib.suppress(OSError):
                    while True:
                        os.posix_fallocate(ballast.fileno(), ballast.seek(0, os.SEEK_END), piece)

    def empty(self) -> None:
        self._ballast.unlink()


def _ip(*command: str) -> None:
    subprocess.run(["ip", *command], check=True)
