"""Runs a bulk Command row by row, through the normal access, with the rights the person has at that moment."""

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import msgspec
import psycopg
from psycopg_pool import PoolTimeout, TooManyRequests

from retaguarda.foundation.caller import Caller
from retaguarda.foundation.command import HELD, Command, run
from retaguarda.foundation.database import Database, Row, Scope, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.request import Gate, Intent, Origin, read_input
from retaguarda.identity.acting_access import ActingAccess, Requester
from retaguarda.lists.resolve_scope import HouseCaller, is_house

log = logging.getLogger("retaguarda.bulk")

JOB = "lists.bulk"
#: Bulk Commands at once in one worker, because payments must not wait for them.
AT_ONCE = 2
#: Rows per batch, and seconds between two saves of the progress.
BATCH = 200
PROGRESS_SECONDS = 1.0
#: After this long the requester has looked away: notify them of the end.
NOTIFY_AFTER_SECONDS = 10
ACTOR = "bulk"


@dataclass(frozen=True, slots=True)
class _Outcome:
    item: UUID
    status: str
    detail: str | None


@dataclass(slots=True)
class Bulks:
    database: Database
    bulkable: Mapping[str, Command[Any]]
    gate: Gate | None
    running: int = field(default=0, init=False)

    async def run(self, company: int, person: str, work: str) -> None:
        """Continues where an earlier run ended. The Command's idempotency covers rows that run did without saving their
        outcome, so no row is done twice.
        """
        if self.running >= AT_ONCE:
            raise TryAgain("other bulk Commands are running", 5)
        self.running += 1
        try:
            await self._run(Scope((company,), UUID(person)), UUID(work))
        finally:
            self.running -= 1

    async def _run(self, scope: Scope, work: UUID) -> None:
        async with self.database.transaction(scope) as tx:
            bulk = await tx.one(
                "update bulk set started_at = coalesce(started_at, now()) where id = %(id)s and finished_at is null returning *",
                {"id": work},
            )
        while bulk is not None:
            items = await self._remaining(scope, work)
            if not items:
                break
            await self._run_batch(scope, bulk, items)
        async with self.database.transaction(scope) as tx:
            ended = await tx.one(
                "update bulk set finished_at = now() where id = %(id)s and finished_at is null"
                " returning *, extract(epoch from now() - created_at) as seconds",
                {"id": work},
            )
            if ended is not None and ended["seconds"] >= NOTIFY_AFTER_SECONDS:
                await _notify(tx, ended)

    async def _remaining(self, scope: Scope, work: UUID) -> Sequence[Row]:
        async with self.database.transaction(scope) as tx:
            return await tx.all(
                "select id, target from bulk_item where bulk_id = %(id)s and status = 'queued'"
                f" order by number limit {BATCH}",
                {"id": work},
            )

    async def _run_batch(self, scope: Scope, bulk: Row, items: Sequence[Row]) -> None:
        access = ActingAccess(
            self.database, Requester(bulk["person_id"], bulk["company_id"], bulk["two_factor"], bulk["id"]), self.gate
        )
        outcomes, saved_at = list[_Outcome](), time.monotonic()
        command = self.bulkable[bulk["command"]]
        caller: Caller = HouseCaller(access) if is_house(command.bulk) else access
        for item in items:
            outcomes.append(await self._run_row(caller, command, bulk, item))
            if time.monotonic() - saved_at >= PROGRESS_SECONDS:
                await self._save(scope, outcomes)
                outcomes, saved_at = [], time.monotonic()
        await self._save(scope, outcomes)

    async def _run_row(self, caller: Caller, command: Command[Any], bulk: Row, item: Row) -> _Outcome:
        try:
            given = read_input(msgspec.json.encode(bulk["input"]), command.input)
            intent = Intent(given, {"id": item["target"]}, Origin(str(bulk["id"])))
            response = await run(command, intent, caller, f"bulk:{item['id']}")
        except ApiError as error:
            if error.message == "idempotency_in_flight":
                raise TryAgain("another worker has this row in hand", 1) from error
            key = error.message if isinstance(error.message, str) else ", ".join(error.message)
            # Without the right to run the Command, every row fails; the Command itself did not refuse this one.
            status = "failed" if error.status in (401, 403) else "refused"
            return _Outcome(item["id"], status, key[:200])
        except (psycopg.OperationalError, PoolTimeout, TooManyRequests):
            raise
        except Exception:
            log.exception("row %s of bulk %s failed", item["target"], bulk["id"])
            return _Outcome(item["id"], "failed", "unexpected_error")
        return _Outcome(item["id"], "awaiting" if response.status == HELD else "done", None)

    async def _save(self, scope: Scope, outcomes: Sequence[_Outcome]) -> None:
        async with self.database.transaction(scope) as tx:
            await tx.execute(
                "update bulk_item i set status = o.status, detail = o.detail, done_at = now()"
                " from unnest(%(items)s::uuid[], %(statuses)s::text[], %(details)s::text[]) as o (item, status, detail)"
                " where i.id = o.item and i.status = 'queued'",
                {
                    "items": [each.item for each in outcomes],
                    "statuses": [each.status for each in outcomes],
                    "details": [each.detail for each in outcomes],
                },
            )


async def _notify(tx: Tx, bulk: Row) -> None:
    """Writes the event about the person that notifies them."""
    done = await tx.value(
        "select count(*) from bulk_item where bulk_id = %(id)s and status in ('done', 'awaiting')", {"id": bulk["id"]}
    )
    await record(
        tx,
        "lists:bulk:finished",
        company=bulk["company_id"],
        subject=str(bulk["person_id"]),
        actor=ACTOR,
        data={"bulk": str(bulk["id"]), "command": bulk["command"], "done": done, "total": bulk["total"]},
    )
