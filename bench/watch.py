"""What a process holds for itself while something runs."""

import os
import threading

from bench.product import held


class Grown:
    """By how many bytes a process grows meanwhile, at most; this one where none is named."""

    def __init__(self, process: int | None = None) -> None:
        self._process = os.getpid() if process is None else process
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self.bytes = 0

    def __enter__(self) -> "Grown":
        self._before = held(self._process)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(0.02):
            self.bytes = max(self.bytes, held(self._process) - self._before)
