"""The job that drops the messages of an archived month once two people have agreed."""

import asyncio
import logging
from dataclasses import dataclass
from uuid import UUID

import msgspec
import psycopg

from retaguarda.backup import Refused
from retaguarda.backup.archive_month import MESSAGES, bounds
from retaguarda.backup.check_archive import check_archive
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.archive.model import Archive

DROP = "payin.drop_archived_month"
#: Messages that one transaction takes away.
BATCH = 1_000
log = logging.getLogger("retaguarda.payin")


class _Agreed(msgspec.Struct):
    """``dropped``: messages of the month that have left the database already."""

    id: UUID
    month: str
    manifest: bytes
    dropped: int


@dataclass(frozen=True, slots=True)
class ArchivedMonths:
    database: Database
    archive: Archive

    async def drop(self, month: str) -> None:
        """Compare the archive with its manifest and with what the database still has, and take that away; where they differ the month
        is kept, with the reason. Begun anew it goes on where it stopped.

        Raises:
            TryAgain: what has begun to leave cannot be compared now; until it can, the month is neither kept nor dropped.
        """
        async with self.database.transaction(SYSTEM) as tx:
            agreed = await fetch_one(
                tx,
                _Agreed,
                "select id, to_char(month, 'YYYY-MM') as month, manifest, dropped from archived_month where id = %(id)s and status = 'dropping'",
                {"id": month},
            )
        if agreed is None:
            return
        try:
            await self._compare(agreed)
        except Refused as refusal:
            if agreed.dropped:
                await self._wait(agreed, str(refusal))
                raise TryAgain(str(refusal)) from refusal
            await self._keep(agreed, str(refusal))
            return
        if not await self._drop_part(agreed):
            await self._drop_rows(agreed)
        async with self.database.transaction(SYSTEM) as tx:
            if await tx.execute(
                "update archived_month set status = 'dropped', dropped_at = now(), last_error = null where id = %(id)s and status = 'dropping'",
                {"id": agreed.id},
            ):
                await _tell(tx, "tools:archive:dropped", agreed)

    async def _drop_part(self, agreed: _Agreed) -> bool:
        """Take the month's part of the table away; False where it has none of its own, as months from before the table was cut.

        Raises:
            TryAgain: somebody reads or writes there for so long that others would wait.
        """
        try:
            async with self.database.transaction(SYSTEM) as tx:
                await tx.execute("set local statement_timeout = 0")
                return await tx.value("select provider_message_drop_month(%(id)s)", {"id": agreed.id}) is not None
        except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected) as error:
            raise TryAgain(f"{agreed.month} is in use") from error

    async def _drop_rows(self, agreed: _Agreed) -> None:
        dropped = BATCH
        while dropped == BATCH:
            async with self.database.transaction(SYSTEM) as tx:
                dropped = await tx.value(
                    "select provider_message_drop(%(id)s, %(most)s)", {"id": agreed.id, "most": BATCH}
                )

    async def _compare(self, agreed: _Agreed) -> None:
        """
        Raises:
            Refused: the archive is not whole, or the database has a message that is not in it.
        """
        folder = self.archive.of_month(agreed.month)
        if folder is None:
            raise Refused("this installation has no archive: RETAGUARDA_ARCHIVE is not set for the worker")
        manifest = await asyncio.to_thread(check_archive, folder, agreed.manifest)
        written = {(line[0], line[1]): (line[2], line[3]) for line in manifest.sums.get(MESSAGES.name, [])}
        async with self.database.transaction(SYSTEM) as tx:
            await tx.execute("set local statement_timeout = 0")
            found = await tx.all(
                MESSAGES.sums.format(rows=f"({MESSAGES.rows}) as rows"), bounds(agreed.month)._asdict()
            )
        for company, currency, count, total in (row.values() for row in found):
            there, sums_to = written.get((company, currency), (0, 0))
            # Fewer were left by a run that was cut; messages never change.
            if count > int(there) or (count == there and total != sums_to):
                raise Refused(
                    f"company {company} has {count} messages of {agreed.month}, and the archive {there}: archive the month again"
                )

    async def _wait(self, agreed: _Agreed, why: str) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            await tx.execute(
                "update archived_month set last_error = %(why)s where id = %(id)s", {"id": agreed.id, "why": why[:500]}
            )

    async def _keep(self, agreed: _Agreed, why: str) -> None:
        log.warning("%s stays in the database: %s", agreed.month, why)
        async with self.database.transaction(SYSTEM) as tx:
            if await tx.execute(
                "update archived_month set status = 'kept', last_error = %(why)s, asked_at = null, asked_by = null,"
                " asked_by_id = null, agreed_at = null, agreed_by = null, agreed_by_id = null where id = %(id)s"
                " and status = 'dropping'",
                {"id": agreed.id, "why": why[:500]},
            ):
                await _tell(tx, "tools:archive:stayed", agreed)


async def _tell(tx: Tx, name: str, agreed: _Agreed) -> None:
    await record(tx, name, company=PROVIDER, subject=str(agreed.id), actor="retaguarda", data={"month": agreed.month})
