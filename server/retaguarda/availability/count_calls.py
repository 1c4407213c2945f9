"""Counts how calls end in this process: one row for each service and minute, not one write for each call."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import time
from uuid import UUID

from retaguarda.availability.model import OwnService
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.latency_buckets import COUNT, bucket_of, trimmed

#: Minutes that wait for a database which is away; older ones are lost, but the missing heartbeat tells of them.
_KEPT_MINUTES = 60

#: The first path that a route's begins with → the service it belongs to; anything else is the dashboard.
_PREFIXES: tuple[tuple[str, OwnService | None], ...] = (
    ("/v1/payin", "payin"),
    ("/v1/pix", "payin"),
    ("/v1/payouts", "payouts"),
    ("/v1/checkout", "checkout"),
    ("/checkout.js", "checkout"),
    ("/webhooks/", "provider_calls"),
    ("/auth/", "sign_in"),
    # What watches over the house is not the house.
    ("/health", None),
    ("/ready", None),
    ("/metrics", None),
    ("-", None),
)


@dataclass(slots=True)
class _Cell:
    answered: int = 0
    refused: int = 0
    failed: int = 0
    buckets: list[int] = field(default_factory=lambda: [0] * COUNT)


def service_of(path: str) -> OwnService | None:
    """Returns the service of a route's path template; None for what is not counted."""
    for prefix, service in _PREFIXES:
        if path.startswith(prefix):
            return service
    return "dashboard"


@dataclass(slots=True)
class CallCounts:
    """Counts of this process that are not written yet, and its heartbeat."""

    database: Database
    _process: UUID = field(default_factory=uuid7)
    _beaten: int = 0
    _minute: int = 0
    _by_path: dict[str, _Cell] = field(default_factory=dict[str, _Cell])
    _cells: dict[tuple[int, OwnService], _Cell] = field(default_factory=dict[tuple[int, OwnService], _Cell])

    def note(self, path: str, status: int, seconds: float) -> None:
        """Count a call; it runs with every call, so each step is one look-up. ``status`` 0: there was no response."""
        minute = int(time()) // 60
        if minute != self._minute:
            self._minute = minute
            self._by_path = {}
        cell = self._by_path.get(path) or self._cell_of(path)
        if 0 < status < 400:
            cell.answered += 1
        elif 0 < status < 500:
            cell.refused += 1
        else:
            cell.failed += 1
        cell.buckets[bucket_of(seconds)] += 1

    def _cell_of(self, path: str) -> _Cell:
        service = service_of(path)
        cell = _Cell() if service is None else self._cells.setdefault((self._minute, service), _Cell())
        self._by_path[path] = cell
        return cell

    async def write(self) -> None:
        """Write the counts since the last time. What cannot be written waits for the next time."""
        cells, self._cells, self._by_path = self._cells, {}, {}
        if not cells:
            return
        try:
            async with self.database.transaction(SYSTEM) as tx:
                await tx.execute(_ADD, _columns(cells))
        except BaseException:
            self._put_back(cells)
            raise

    def _put_back(self, cells: dict[tuple[int, OwnService], _Cell]) -> None:
        oldest = int(time()) // 60 - _KEPT_MINUTES
        for key, cell in cells.items():
            if key[0] < oldest:
                continue
            now = self._cells.setdefault(key, _Cell())
            now.answered += cell.answered
            now.refused += cell.refused
            now.failed += cell.failed
            now.buckets[:] = [a + b for a, b in zip(now.buckets, cell.buckets, strict=True)]
        self._by_path = {}

    async def beat(self, role: str) -> None:
        """Write that this process is alive, once a minute."""
        minute = int(time()) // 60
        if minute == self._beaten:
            return
        async with self.database.transaction(SYSTEM) as tx:
            await tx.execute(
                "insert into process_minute (role, at, process) values (%(role)s, %(at)s, %(process)s)"
                " on conflict do nothing",
                {"role": role, "at": _moment(minute), "process": self._process},
            )
        self._beaten = minute


_ADD = (
    "insert into service_minute (service, at, answered, refused, failed, buckets)"
    " select u.service, u.at, u.answered, u.refused, u.failed, u.buckets::int[]"
    " from unnest(%(services)s::text[], %(at)s::timestamptz[], %(answered)s::int[], %(refused)s::int[], %(failed)s::int[],"
    " %(buckets)s::text[]) u (service, at, answered, refused, failed, buckets)"
    " on conflict (company_id, service, at) do update set answered = service_minute.answered + excluded.answered,"
    " refused = service_minute.refused + excluded.refused, failed = service_minute.failed + excluded.failed,"
    " buckets = add_buckets(service_minute.buckets, excluded.buckets)"
)


def _moment(minute: int) -> datetime:
    return datetime.fromtimestamp(minute * 60, UTC)


def _columns(cells: dict[tuple[int, OwnService], _Cell]) -> dict[str, list[object]]:
    # Sort them, so that two processes writing the same minutes do not deadlock.
    keys = sorted(cells)
    names = ("answered", "refused", "failed")
    columns: dict[str, list[object]] = {name: [getattr(cells[key], name) for key in keys] for name in names}
    # An array of arrays of different lengths is none in Postgres: each goes as its text.
    buckets: list[object] = [f"{{{','.join(map(str, trimmed(cells[key].buckets)))}}}" for key in keys]
    return columns | {
        "services": [service for _, service in keys],
        "at": [_moment(minute) for minute, _ in keys],
        "buckets": buckets,
    }
