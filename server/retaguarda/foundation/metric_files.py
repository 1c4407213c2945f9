"""The files in which processes share their Prometheus counters, mapped into memory.

The client's own file is sparse: on a full disk, writing to it kills the process with SIGBUS, and its successor too, just when
operators need what still works. Ours reserves its bytes first, so a full disk is an ordinary error.
"""

import mmap
import os
from contextlib import suppress

from prometheus_client import values
from prometheus_client.mmap_dict import MmapedDict

_FIRST_BYTES = 1 << 20
#: Upper bound of what one value takes beside its key.
_VALUE_BYTES = 64


class Counters(MmapedDict):
    """A counter file whose bytes are on disk before anything is counted in them."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        """Creates or opens the file.

        Raises:
            OSError: the disk is full.
        """
        with open(filename, "ab") as file:
            if not file.tell():
                file.write(bytes(_FIRST_BYTES))
        super().__init__(filename, read_mode)

    def _init_value(self, key: str) -> None:
        while self._used + len(key.encode()) + _VALUE_BYTES > self._capacity:
            self._m = self._grow()
            self._capacity *= 2
        super()._init_value(key)

    def _grow(self) -> mmap.mmap:
        try:
            with open(self._fname, "a+b", buffering=0) as file:
                file.write(bytes(self._capacity))
                return mmap.mmap(file.fileno(), self._capacity * 2)
        except (OSError, ValueError):
            # No room, or only for part: give that back, the database needs it more.
            with suppress(OSError):
                os.truncate(self._fname, self._capacity)
            # From here on this process counts alone, but it lives.
            private = mmap.mmap(-1, self._capacity * 2)
            private[: self._used] = self._m[: self._used]
            return private


def count_into_files() -> None:
    """Makes the Prometheus client of this process use our files; call it before the first meter exists."""
    values.MmapedDict = Counters  # pyright: ignore[reportPrivateImportUsage]
