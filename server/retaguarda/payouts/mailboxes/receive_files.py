"""Look for new files in the mailboxes of banks: each becomes a return file once, for people to look at and apply."""

import asyncio
import logging
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from psycopg.errors import UniqueViolation

from retaguarda.bank_files.model import PIECE
from retaguarda.bank_files.receive_file import receive_file
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.payouts.mailboxes.model import MailboxProblem, json_or_none, problem_of
from retaguarda.payouts.mailboxes.open_mailboxes import Mailboxes
from retaguarda.payouts.mailboxes.rows import MailboxRow
from retaguarda.payouts.mailboxes.send_files import ACTOR
from retaguarda.payouts.return_files.commands import PAYMENT
from retaguarda.providers.payout.mailbox_port import FoundFile, MailboxError, MailboxSession

log = logging.getLogger("retaguarda.jobs")

#: Bytes of a file that is taken, new files of one look, and seconds that one look lasts at most.
MOST_BYTES, MOST_FILES, LOOK_SECONDS = 50_000_000, 50, 240
#: Names of a folder that are looked at, and seconds after which a file that did not change is whole.
_MOST_NAMES, SETTLE_SECONDS = 5_000, 1.0


class _Known(msgspec.Struct):
    name: str
    size: int
    changed: float | None


@dataclass(frozen=True, slots=True)
class InboxReading:
    database: Database
    mailboxes: Mailboxes
    scanning: Scanning

    async def run(self, processor: str) -> None:
        """Take what is new in the inbox of a processor. A mailbox that does not answer is looked into again by the clock."""
        box = await self.mailboxes.enabled(UUID(processor))
        if box is None:
            return
        error: MailboxProblem | None = None
        try:
            async with asyncio.timeout(LOOK_SECONDS), self.mailboxes.opened(box) as session:
                for file in await self._whole(session, box):
                    await self._take(session, box, file)
        except MailboxError as wrong:
            error = problem_of(wrong)
        except TimeoutError:
            error = MailboxProblem("left", str(LOOK_SECONDS), f"it was left after {LOOK_SECONDS} seconds")
        if error is not None:
            log.warning("the mailbox of %s was not read: %s", processor, error.text)
        async with self.database.transaction(SYSTEM) as tx:
            await tx.execute(
                "update mailbox set looked_at = clock_timestamp(), look_error = %(error)s::jsonb where processor_id = %(processor_id)s",
                {"processor_id": box.processor_id, "error": json_or_none(error)},
            )

    async def _whole(self, session: MailboxSession, box: MailboxRow) -> list[FoundFile]:
        """Find the new files that do not change any more, the oldest first."""
        async with self.database.transaction(SYSTEM) as tx:
            known = await fetch_all(tx, _Known, _KNOWN, {"processor": box.processor_id})
        seen = {(each.name, each.size, each.changed) for each in known}
        new = [file for file in await session.files(_MOST_NAMES) if _key(file) not in seen][:MOST_FILES]
        if not new:
            return []
        await asyncio.sleep(SETTLE_SECONDS)
        settled = set(await session.files(_MOST_NAMES))
        return [file for file in new if file in settled]

    async def _take(self, session: MailboxSession, box: MailboxRow, file: FoundFile) -> None:
        if not 0 < file.size <= MOST_BYTES:
            await self._skip(box, file, _wrong_size(file))
            return
        pieces = [piece async for piece in session.read(file, PIECE)]
        try:
            found = await self.scanning.found_in(b"".join(pieces)) if self.scanning.on else None
        except ApiError:
            # The scanner is away: the file is looked at again.
            return
        if found is not None:
            await self._skip(
                box, file, MailboxProblem("infected", found[:200], f"the scanner found {found} in it"[:500])
            )
            return
        try:
            async with self.database.transaction(SYSTEM) as tx:
                await self._store(tx, box, file, pieces)
        except UniqueViolation:
            log.info("%s was taken meanwhile", file.name)

    async def _store(self, tx: Tx, box: MailboxRow, file: FoundFile, pieces: list[bytes]) -> None:
        """Make a return file of it, unless its bytes were here before."""
        stored, digest, again = await receive_file(tx, PAYMENT, file.name, pieces, ACTOR)
        new = {"sha256": digest, "state": "duplicate" if again else "taken", "return_file": stored.get("id")}
        await tx.execute(_TAKEN, _values(box, file) | new)
        await record(
            tx,
            "payouts:mailbox:received",
            company=PROVIDER,
            subject=str(box.processor_id),
            actor=ACTOR,
            data={"file": file.name, "sha256": digest.hex(), "again": again},
        )

    async def _skip(self, box: MailboxRow, file: FoundFile, why: MailboxProblem) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            await tx.execute(_TAKEN, _values(box, file) | {"state": "skipped", "why": json_or_none(why)})


def _wrong_size(file: FoundFile) -> MailboxProblem:
    if file.size == 0:
        return MailboxProblem("empty", "", "it is empty")
    return MailboxProblem("too_large", str(MOST_BYTES), f"it has {file.size} bytes, and at most {MOST_BYTES} are taken")


def _key(file: FoundFile) -> tuple[str, int, float | None]:
    return file.name, file.size, None if file.changed_at is None else file.changed_at.timestamp()


def _values(box: MailboxRow, file: FoundFile) -> dict[str, Any]:
    return {
        "company": PROVIDER,
        "id": uuid7(),
        "processor": box.processor_id,
        "name": file.name[:255],
        "size": file.size,
        "changed": file.changed_at,
        "by": ACTOR,
        "sha256": None,
        "return_file": None,
        "why": None,
    }


_KNOWN = """
    select name, size, extract(epoch from changed_at)::float8 as changed from mailbox_file
     where processor_id = %(processor)s and direction = 'in'
"""
_TAKEN = """
    insert into mailbox_file (company_id, id, processor_id, direction, name, size, sha256, state, return_file_id, changed_at, actor, ended_at,
                              last_error)
    values (%(company)s, %(id)s, %(processor)s, 'in', %(name)s, %(size)s, %(sha256)s, %(state)s, %(return_file)s, %(changed)s, %(by)s,
            clock_timestamp(), %(why)s::jsonb)
"""
