"""What was sent, what was answered, and what must never have been answered."""

import threading
import time
from collections import Counter
from typing import NamedTuple

#: For how long after a part is back calls may still fail: connections of a pool that died are found out one by one.
AFTERMATH_SECONDS = 10


class Told(NamedTuple):
    """Something that an answer said was made."""

    table: str
    id: str


class Log:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rough_until = 0.0
        self.sent = 0
        self.interrupted = 0
        self.kills = Counter[str]()
        #: (what was done, status) → how often.
        self.answers = Counter[tuple[str, int]]()
        #: The mark that a thing carries → what was told of it.
        self.told = dict[str, Told]()
        self.wrong = list[str]()

    def answered(self, act: str, status: int) -> None:
        with self._lock:
            # Of too many refused calls nothing is read.
            self.sent += status != 429
            self.answers[act, status] += 1

    def failed(self, act: str, what: str) -> None:
        """No answer, or one of the server's own failures: fine while a part is down, and never else."""
        with self._lock:
            self.interrupted += 1
            if time.monotonic() > self._rough_until:
                self.wrong.append(f"{act} failed while every part was up: {what}")

    def complain(self, what: str) -> None:
        with self._lock:
            self.wrong.append(what)

    def made(self, mark: str, told: Told) -> None:
        with self._lock:
            self.told[mark] = told

    def killed(self, part: str) -> None:
        with self._lock:
            self.kills[part] += 1
            self._rough_until = float("inf")

    def back(self) -> None:
        with self._lock:
            self._rough_until = time.monotonic() + AFTERMATH_SECONDS

    def by_status(self) -> Counter[int]:
        found = Counter[int]()
        for (_, status), count in self.answers.items():
            found[status] += count
        return found
