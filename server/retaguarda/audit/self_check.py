"""Check all invariants now, as ``verify`` does, under a time limit and for staff."""

import asyncio
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
from psycopg.errors import QueryCanceled

from retaguarda.audit.invariants import CHECKPOINTS, SIGNED, SIGNED_DESCRIPTION, TAIL, unsigned
from retaguarda.audit.signed_notes import verifier_key
from retaguarda.foundation.database import SYSTEM, Database, Row
from retaguarda.foundation.errors import forbidden
from retaguarda.foundation.invariants import Invariant, SealedInvariant, each_sealed
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import VISIBLE

#: How long a result is reused: many people may look, and the database is not queried more often.
KEPT_SECONDS = 60
#: Time limits of one check and of all together; ``verify`` has none.
CHECK_LIMIT_MS = 4_000
ALL_SECONDS = 20
#: Most checkpoints, newest first, whose signature is checked here.
SIGNATURES = 1_000
#: An event waits about a second for its index; longer than this only when no worker runs.
LATE_SECONDS = 60

_COUNTED = re.compile(r"\A\s*select count\(\*\) from\s")
_MOST_COLUMNS, _MOST_EXAMPLES = 8, 10


class Check(msgspec.Struct):
    """``state``: holds, broken, or unknown where it took too long. ``examples``: some of the offenders, column → value."""

    name: str
    group: str
    description: str
    state: str
    count: int | None
    examples: list[dict[str, str]]


class LogState(msgspec.Struct):
    """``waiting``: events without an index yet; ``waited``: seconds that the oldest of them has waited."""

    size: int
    signed_at: datetime | None
    waiting: int
    waited: int
    late: bool
    keys: list[str]


class SelfCheck(msgspec.Struct):
    checked_at: datetime
    checks: list[Check]
    log: LogState


@dataclass
class SelfChecks:
    """The checks of one process: one run at a time, whose result is reused for a while."""

    database: Database
    groups: Mapping[str, tuple[Invariant, ...]]
    examples: Mapping[str, str]
    sealed_groups: Mapping[str, tuple[SealedInvariant, ...]]
    keys: Keys
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _found: SelfCheck | None = None
    _until: float = 0.0

    async def now(self) -> SelfCheck:
        async with self._turn:
            if self._found is None or time.monotonic() >= self._until:
                self._found = await self._run()
                self._until = time.monotonic() + KEPT_SECONDS
            return self._found

    async def _run(self) -> SelfCheck:
        deadline = time.monotonic() + ALL_SECONDS
        checks = [
            await self._check(group, invariant, deadline)
            for group, invariants in self.groups.items()
            for invariant in invariants
        ]
        checks += [
            await self._check_sealed(group, invariant, deadline)
            for group, invariants in self.sealed_groups.items()
            for invariant in invariants
        ]
        return SelfCheck(datetime.now(UTC), [*checks, await self._signed()], await self._log())

    async def _check(self, group: str, invariant: Invariant, deadline: float) -> Check:
        """Check one invariant in its own transaction, so that a timeout affects no other."""
        check = Check(invariant.name, group, invariant.description, "unknown", None, [])
        if time.monotonic() >= deadline:
            return check
        try:
            (count,) = (await self._rows(invariant.offenders_sql))[0].values()
            check.count, check.state = count, "broken" if count else "holds"
            if count:
                check.examples = [_example(row) for row in await self._rows(self._examples_of(invariant))]
        except QueryCanceled:
            pass
        return check

    async def _check_sealed(self, group: str, invariant: SealedInvariant, deadline: float) -> Check:
        check = Check(invariant.name, group, invariant.description, "unknown", None, [])
        deadline = min(deadline, time.monotonic() + CHECK_LIMIT_MS / 1000)
        found = list[UUID]()
        async with self.database.transaction(SYSTEM) as tx:
            async for thing, breaks in each_sealed(tx, self.keys, invariant):
                found += [thing] if breaks else []
                if time.monotonic() >= deadline:
                    return check
        check.count, check.state = len(found), "broken" if found else "holds"
        check.examples = [{"id": str(each)} for each in found[:_MOST_EXAMPLES]]
        return check

    def _examples_of(self, invariant: Invariant) -> str:
        """Return the statement that selects offenders: the invariant's own, or its count rewritten."""
        special = self.examples.get(invariant.name)
        return special or _COUNTED.sub("select * from ", invariant.offenders_sql, count=1) + " limit 10"

    async def _rows(self, query: str) -> list[Row]:
        async with self.database.transaction(SYSTEM) as tx:
            await tx.execute(f"set local statement_timeout = {CHECK_LIMIT_MS}")
            return await tx.all(query)

    async def _signed(self) -> Check:
        rows = await self._rows(f"select * from ({CHECKPOINTS}) c order by size desc limit {SIGNATURES}")
        sizes = unsigned(rows)
        state = "broken" if sizes else "holds"
        return Check(SIGNED, "log", SIGNED_DESCRIPTION, state, len(sizes), [{"size": str(size)} for size in sizes[:10]])

    async def _log(self) -> LogState:
        (tail,) = await self._rows(TAIL)
        newest = await self._rows("select size, at from audit_checkpoint order by size desc limit 1")
        keys = await self._rows(
            "select origin, public from audit_key cross join audit_log order by audit_key.created_at desc"
        )
        waited = max(0, int(tail["age"].total_seconds()))
        return LogState(
            size=newest[0]["size"] if newest else 0,
            signed_at=newest[0]["at"] if newest else None,
            waiting=tail["count"],
            waited=waited,
            late=tail["count"] > 0 and waited > LATE_SECONDS,
            keys=[verifier_key(row["origin"], bytes(row["public"])) for row in keys],
        )


def _example(row: Mapping[str, Any]) -> dict[str, str]:
    printable = (
        (name, value) for name, value in row.items() if value is not None and not isinstance(value, bytes | list)
    )
    return {name: str(value) for name, value in list(printable)[:_MOST_COLUMNS]}


def self_check_route(checks: SelfChecks, access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with VISIBLE.over(access).open(request, Permission.AUDIT_INTERNAL_READ) as (_, principal):
            # The checks show figures of every merchant, so only staff may read them.
            if not principal.internal:
                raise forbidden(Permission.AUDIT_INTERNAL_READ)
        return json_response(await checks.now())

    return Route(
        "GET",
        "/v1/audit/self-check",
        "Whether what must hold of the books and of the audit log does hold, now; staff only",
        handler,
        permission=Permission.AUDIT_INTERNAL_READ,
        scope=VISIBLE,
        answers=SelfCheck,
    )
