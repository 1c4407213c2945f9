"""Counts how requests to processors end, in this process: one row per minute, not one write per request."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID

import httpx

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.provider_accounts.model import KEPT_DAYS

#: Characters of an error that are stored.
_LONGEST = 200

#: Status of the response (None without one), milliseconds, and the error.
Note = Callable[[int | None, int, str], None]


@dataclass(slots=True)
class _Cell:
    answered: int = 0
    refused: int = 0
    failed: int = 0
    total_ms: int = 0
    slowest_ms: int = 0
    last_error: str | None = None

    def add(self, status: int | None, ms: int, error: str) -> None:
        self.total_ms += ms
        self.slowest_ms = max(self.slowest_ms, ms)
        if status is None or status in (408, 425, 429) or status >= 500:
            self.failed += 1
            self.last_error = (error or str(status))[:_LONGEST]
        elif status >= 400:
            self.refused += 1
        else:
            self.answered += 1


@dataclass(slots=True)
class Counts:
    """Counts of this process, by processor and minute, that are not written yet."""

    database: Database
    _cells: dict[tuple[UUID, datetime], _Cell] = field(default_factory=dict[tuple[UUID, datetime], _Cell])

    def of(self, processor: UUID) -> Note:
        def note(status: int | None, ms: int, error: str) -> None:
            minute = datetime.now(UTC).replace(second=0, microsecond=0)
            self._cells.setdefault((processor, minute), _Cell()).add(status, ms, error)

        return note

    async def write(self) -> None:
        """Write the counts since the last time. While the database is down they are lost: they measure, no money
        depends on them.
        """
        cells, self._cells = self._cells, {}
        if cells:
            async with self.database.transaction(SYSTEM) as tx:
                await tx.execute(_ADD, _columns(cells))

    async def sweep(self) -> None:
        """Delete minutes past their retention."""
        async with self.database.transaction(SYSTEM) as tx:
            await tx.execute(f"delete from processor_minute where at < now() - interval '{KEPT_DAYS} days'")


class Measured(httpx.AsyncBaseTransport):
    """Measures each request: its status, and the time until the response begins."""

    def __init__(self, inner: httpx.AsyncBaseTransport, note: Note) -> None:
        self._inner = inner
        self._note = note

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        started = time.monotonic()
        status, error = None, ""
        try:
            response = await self._inner.handle_async_request(request)
            status = response.status_code
            return response
        except httpx.HTTPError as failure:
            error = f"{type(failure).__name__}: {failure}".rstrip(": ")
            raise
        finally:
            if status is not None or error:
                self._note(status, round((time.monotonic() - started) * 1_000), error)

    async def aclose(self) -> None:
        await self._inner.aclose()


_ADD = (
    "insert into processor_minute (connection_id, at, answered, refused, failed, total_ms, slowest_ms, last_error)"
    " select * from unnest(%(ids)s::uuid[], %(at)s::timestamptz[], %(answered)s::int[], %(refused)s::int[], %(failed)s::int[],"
    " %(total_ms)s::bigint[], %(slowest_ms)s::int[], %(last_error)s::text[])"
    " on conflict (connection_id, at) do update set answered = processor_minute.answered + excluded.answered,"
    " refused = processor_minute.refused + excluded.refused, failed = processor_minute.failed + excluded.failed,"
    " total_ms = processor_minute.total_ms + excluded.total_ms,"
    " slowest_ms = greatest(processor_minute.slowest_ms, excluded.slowest_ms),"
    " last_error = coalesce(excluded.last_error, processor_minute.last_error)"
)


def _columns(cells: dict[tuple[UUID, datetime], _Cell]) -> dict[str, list[object]]:
    # Sort them, so that two processes writing the same minutes do not deadlock.
    keys = sorted(cells)
    names = ("answered", "refused", "failed", "total_ms", "slowest_ms", "last_error")
    columns: dict[str, list[object]] = {name: [getattr(cells[key], name) for key in keys] for name in names}
    return columns | {"ids": [key[0] for key in keys], "at": [key[1] for key in keys]}
