"""Kills parts of the program at moments that a seed decides, and waits until they are back."""

import contextlib
import random
import signal
import threading
import time

import httpx
import psutil

from house import RunningHouse, processes_of
from storm.log import Log

PARTS = ("api", "postgres", "worker", "sandbox")
BACK_SECONDS = 120
#: A part that is just ending or just beginning.
_NOT_THERE = (psutil.Error, StopIteration, OSError, IndexError)


def moments(rng: random.Random, commands: int, crashes: int) -> list[tuple[int, str]]:
    """After how many Commands which part dies; spread over the storm, each part in its turn."""
    span = commands / (crashes + 1)
    at = [round(span * (number + rng.random())) + 1 for number in range(crashes)]
    return [(when, PARTS[number % len(PARTS)]) for number, when in enumerate(at)]


class Killer(threading.Thread):
    def __init__(self, app: RunningHouse, plan: list[tuple[int, str]], log: Log, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self._house, self._plan, self._log, self._over = app, plan, log, over

    def run(self) -> None:
        for when, part in self._plan:
            while self._log.sent < when:
                if self._over.wait(0.02):
                    return
            self._kill(part)

    def _kill(self, part: str) -> None:
        dead = list[psutil.Process]()
        while not dead:
            # Whoever is just beginning, or ends by itself, is killed once it is there.
            with contextlib.suppress(*_NOT_THERE):
                dead = processes_of(self._house, part)
        self._log.killed(part)
        for process in dead:
            with contextlib.suppress(psutil.Error):
                process.send_signal(signal.SIGKILL)
        self._wait(part, {process.pid for process in dead})

    def _wait(self, part: str, dead: set[int]) -> None:
        deadline = time.monotonic() + BACK_SECONDS
        while not self._back(part, dead):
            if time.monotonic() > deadline:
                self._log.complain(f"{part} did not come back within {BACK_SECONDS} s")
                break
            time.sleep(0.1)
        self._log.back()

    def _back(self, part: str, dead: set[int]) -> bool:
        with contextlib.suppress(httpx.HTTPError, *_NOT_THERE):
            if part == "worker":
                return not dead & {process.pid for process in processes_of(self._house, part)}
            address = self._house.sandbox if part == "sandbox" else f"{self._house.address}/ready"
            return httpx.get(address, timeout=5).is_success
        return False
