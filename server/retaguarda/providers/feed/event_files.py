"""Writes events into files, a line each: one file for each day of UTC, which whoever keeps archives takes away.

The disk has each line before the position moves. A line that a crash cut in two goes before the next one is written.
"""

import asyncio
import os
from collections.abc import Sequence
from datetime import UTC
from itertools import groupby
from pathlib import Path

from retaguarda.providers.feed.port import FeedUnavailable, Message


class EventFiles:
    """``folder`` is made where it is not there yet; only the program's own user may read its files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def send(self, messages: Sequence[Message]) -> None:
        await asyncio.to_thread(self._append, messages)

    async def close(self) -> None:
        """Every file is closed after its lines."""

    def _append(self, messages: Sequence[Message]) -> None:
        taken = 0
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            for name, group in groupby(messages, _file_name):
                of_file = list(group)
                _append_lines(self._folder / name, [message.body for message in of_file])
                taken += len(of_file)
        except OSError as error:
            raise FeedUnavailable(f"{error.filename or self._folder}: {error.strerror}", taken) from error


def _file_name(message: Message) -> str:
    return f"events-{message.at.astimezone(UTC):%Y-%m-%d}.ndjson"


def _append_lines(path: Path, lines: Sequence[bytes]) -> None:
    new = not path.exists()
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
        file.seek(_whole_lines(path))
        file.truncate()
        file.write(b"".join(line + b"\n" for line in lines))
        file.flush()
        os.fsync(file.fileno())
    if new:
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _whole_lines(path: Path) -> int:
    """Returns the size up to the end of the last whole line, in bytes."""
    with path.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        while end > 0:
            start = max(0, end - 65_536)
            file.seek(start)
            at = file.read(end - start).rfind(b"\n")
            if at >= 0:
                return start + at + 1
            end = start
    return 0
