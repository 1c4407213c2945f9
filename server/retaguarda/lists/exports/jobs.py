"""Prepares an export as its requester, with the rights they have now, and stores it only when complete."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import IO
from uuid import UUID

import msgspec
import psycopg
from psycopg_pool import PoolTimeout, TooManyRequests

from retaguarda.foundation.database import Database, Row, Scope, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.replica import Replica
from retaguarda.foundation.table import Table
from retaguarda.identity.acting_access import NO_REQUEST, ActingAccess, Requester
from retaguarda.lists.exports.export_spec import ExportInput, spec_from_input
from retaguarda.lists.exports.immediate_export import MOST_ROWS
from retaguarda.lists.exports.write_file import count, new_file, write

log = logging.getLogger("retaguarda.exports")

JOB = "lists.export"
#: Exports at once in one worker, because payments must not wait for files.
AT_ONCE = 2
#: After the worker died this often over an export, the export is at fault.
MOST_ATTEMPTS = 5
#: Bytes.
CHUNK = 512 * 1024
PROGRESS_SECONDS = 1.0
ACTOR = "exports"


class _Stopped(Exception):
    """Somebody cancelled the export, or another worker finished it."""


@dataclass(slots=True)
class Exports:
    """``days``: how long to keep a file; a confidential one stays a day."""

    database: Database
    replica: Replica
    tables: Sequence[Table]
    days: int
    running: int = field(default=0, init=False)

    async def run(self, company: int, person: str, work: str) -> None:
        """Writes the export from the beginning, however often it began before; does nothing for one that has ended."""
        if self.running >= AT_ONCE:
            raise TryAgain("other exports are being written", 5)
        self.running += 1
        try:
            await self._run(Scope((company,), UUID(person)), UUID(work))
        finally:
            self.running -= 1

    async def _run(self, scope: Scope, work: UUID) -> None:
        row = await self._claim(scope, work)
        if row is None:
            return
        try:
            if row["attempts"] > MOST_ATTEMPTS:
                raise ApiError(500, "unexpected_error", "the worker died too often over it")
            with new_file() as out:
                rows, confidential = await self._write(scope, row, out)
                await self._keep(scope, row | {"confidential": confidential}, rows, out)
        except _Stopped:
            return
        except ApiError as error:
            await self._fail(scope, row, error.message if isinstance(error.message, str) else "invalid")
        except (psycopg.OperationalError, PoolTimeout, TooManyRequests):
            raise
        except Exception:
            log.exception("export %s failed", work)
            await self._fail(scope, row, "unexpected_error")

    async def _claim(self, scope: Scope, work: UUID) -> Row | None:
        async with self.database.transaction(scope) as tx:
            return await tx.one(
                "update export set status = 'running', attempts = attempts + 1, rows = 0, total = null"
                " where id = %(id)s and status in ('queued', 'running') returning *",
                {"id": work},
            )

    async def _write(self, scope: Scope, row: Row, out: IO[bytes]) -> tuple[int, bool]:
        """Returns how many rows it wrote, and whether the file is confidential."""
        account = None if row["all_merchants"] else row["company_id"]
        requester = Requester(row["person_id"], account, row["two_factor"], row["id"])
        table = next(each for each in self.tables if each.name == row["list"])
        acting = table.scope.over(ActingAccess(self.database, requester))
        progress = _Progress(self.database, scope, row["id"])
        async with self.replica.reading(acting, NO_REQUEST, table.permission) as (tx, principal):
            spec = spec_from_input(table, msgspec.convert(row["asked"], ExportInput), principal)
            total = await count(tx, table, spec.query, principal, MOST_ROWS + 1)
            if total > MOST_ROWS:
                raise ApiError(409, "export_beyond_limit", f"a file has at most {MOST_ROWS} rows")
            await progress.save(0, total)
            return await write(tx, table, spec, principal, out, progress.report), spec.watermark is not None

    async def _keep(self, scope: Scope, row: Row, rows: int, out: IO[bytes]) -> None:
        out.seek(0)
        number, length = 0, 0
        async with self.database.transaction(scope) as tx:
            # Lock the row: one worker stores the file, and a cancel waits for it.
            if not await tx.value(
                "select true from export where id = %(id)s and status = 'running' for update", {"id": row["id"]}
            ):
                raise _Stopped
            while chunk := out.read(CHUNK):
                await tx.execute(
                    "insert into export_chunk (export_id, number, company_id, person_id, bytes)"
                    " values (%(id)s, %(number)s, %(company_id)s, %(person_id)s, %(bytes)s)",
                    row | {"number": number, "bytes": chunk},
                )
                number, length = number + 1, length + len(chunk)
            await tx.execute(
                "update export set status = 'succeeded', rows = %(rows)s, total = %(rows)s, bytes = %(length)s, error = null,"
                " finished_at = now(), expires_at = now() + case when %(confidential)s then 1 else %(days)s end"
                " * interval '1 day' where id = %(id)s",
                {
                    "id": row["id"],
                    "rows": rows,
                    "length": length,
                    "days": self.days,
                    "confidential": row["confidential"],
                },
            )
            await _notify(tx, row, "lists:export:finished", rows=rows)

    async def _fail(self, scope: Scope, row: Row, error: str) -> None:
        async with self.database.transaction(scope) as tx:
            failed = await tx.execute(
                "update export set status = 'failed', error = %(error)s, finished_at = now()"
                " where id = %(id)s and status = 'running'",
                {"id": row["id"], "error": error},
            )
            if failed:
                await _notify(tx, row, "lists:export:failed", error=error)


async def _notify(tx: Tx, row: Row, name: str, **extra: object) -> None:
    """Writes the event about the person that notifies them."""
    await record(
        tx,
        name,
        company=row["company_id"],
        subject=str(row["person_id"]),
        actor=ACTOR,
        data={"export": str(row["id"]), "list": row["list"], **extra},
    )


@dataclass(slots=True)
class _Progress:
    """Saves the progress at most once a second, and stops when the export was cancelled."""

    database: Database
    scope: Scope
    work: UUID
    last: float = 0.0

    async def report(self, rows: int) -> None:
        if time.monotonic() - self.last >= PROGRESS_SECONDS:
            await self.save(rows, None)

    async def save(self, rows: int, total: int | None) -> None:
        self.last = time.monotonic()
        async with self.database.side_transaction(self.scope) as tx:
            updated = await tx.execute(
                "update export set rows = %(rows)s, total = coalesce(%(total)s::bigint, total)"
                " where id = %(id)s and status = 'running'",
                {"id": self.work, "rows": rows, "total": total},
            )
        if not updated:
            raise _Stopped
