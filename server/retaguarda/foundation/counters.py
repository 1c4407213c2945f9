"""Where a process counts when all processes count together: a file that Prometheus' client maps into memory.

Its own leaves the file empty and lets it fill by being written. On a full disk that is no error but the end of the process
(SIGBUS), and of the one that is started in its place; and it is then that people need what can still be read.
"""

import mmap
import os
from contextlib import suppress

from prometheus_client import values
from prometheus_client.mmap_dict import MmapedDict

_FIRST_BYTES = 1 << 20
#: Beside its key a value takes less.
_VALUE_BYTES = 64


class Counters(MmapedDict):
    """Each byte has its place on the disk before anything is counted in it."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        """
        Raises:
            OSError: there is no room for it.
        """
        with open(filename, "ab") as file:
            if not file.tell():
                file.write(bytes(_FIRST_BYTES))
        super().__init__(filename, read_mode)

    def _init_value(self, key: str) -> None:
        while self._used + len(key.encode()) + _VALUE_BYTES > self._capacity:
            self._m = self._grown()
            self._capacity *= 2
        super()._init_value(key)

    def _grown(self) -> mmap.mmap:
        try:
            with open(self._fname, "a+b", buffering=0) as file:
                file.write(bytes(self._capacity))
                return mmap.mmap(file.fileno(), self._capacity * 2)
        except (OSError, ValueError):
            # No room, or for a part of it only, which is given back: the database needs it more.
            with suppress(OSError):
                os.truncate(self._fname, self._capacity)
            # From here on nobody else sees what is counted, and the process lives.
            alone = mmap.mmap(-1, self._capacity * 2)
            alone[: self._used] = self._m[: self._used]
            return alone


def count_into_files() -> None:
    """Of this process, from here on; before its first meter is made."""
    values.MmapedDict = Counters  # pyright: ignore[reportPrivateImportUsage]
