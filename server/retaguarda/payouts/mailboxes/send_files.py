"""Lay sealed remittances into the mailboxes of their banks, each once, whenever a worker dies.

The name and the hash are written down before. The content goes under a hidden name; that it is about to get its own name is committed before that,
and then it is renamed, which no SFTP server does over another file. Whoever finds such a moment in the database asks the server: where the hidden
name is still there, it was not renamed; where the name is there, the bank has it; where neither is, the bank may have taken it, and people ask there.
"""

import hashlib
import logging
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.events import record
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.typed_rows import fetch_all, fetch_one
from retaguarda.payouts.mailboxes.model import MailboxProblem, json_or_none, problem_of
from retaguarda.payouts.mailboxes.open_mailboxes import Mailboxes
from retaguarda.payouts.remittances.transitions import move_remittance
from retaguarda.providers.payout.mailbox_port import AWAY, MailboxError, MailboxSession

log = logging.getLogger("retaguarda.jobs")

#: The actor of what a worker does with a mailbox.
ACTOR = "mailbox"


class _Going(msgspec.Struct):
    """A file that goes, with the bytes of its remittance. ``named``: an attempt before was about to give it its name."""

    id: UUID
    remittance_id: UUID
    name: str
    size: int
    sha256: bytes
    content: bytes
    named: bool

    @property
    def part(self) -> str:
        """The name under which it is hidden while it goes."""
        return f".{self.name}.part"


class _Waiting(msgspec.Struct):
    id: UUID


@dataclass(frozen=True, slots=True)
class FileSending:
    database: Database
    mailboxes: Mailboxes

    async def run(self, processor: str) -> None:
        """Send what waits for a mailbox, the oldest first. What cannot go now is tried again by the clock."""
        number = UUID(processor)
        async with self.database.transaction(SYSTEM) as tx:
            waiting = await fetch_all(tx, _Waiting, _OF_MAILBOX, {"processor": number})
        box = await self.mailboxes.enabled(number) if waiting else None
        if box is None:
            return
        going: _Going | None = None
        try:
            async with self.mailboxes.opened(box) as session:
                for each in waiting:
                    going = await self._begin(each.id)
                    if going is not None:
                        await self._send(session, going)
        except MailboxError as error:
            log.warning("files for the mailbox of %s did not go: %s", processor, error)
            await self._failed([going.id] if going else [each.id for each in waiting], problem_of(error))
            if error.wrong in AWAY:
                # What is known of the last call is found out soon.
                raise TryAgain(str(error)) from error

    async def _begin(self, file: UUID) -> _Going | None:
        async with self.database.transaction(SYSTEM) as tx:
            return await fetch_one(tx, _Going, _BEGIN, {"id": file})

    async def _send(self, session: MailboxSession, going: _Going) -> None:
        if hashlib.sha256(going.content).digest() != going.sha256 or len(going.content) != going.size:
            await self._end(going, "stopped", MailboxProblem("not_sealed", "", "what would go is not what was sealed"))
            return
        state = await self._find(session, going)
        if state == "absent" and going.named:
            why = "the connection was lost while its name was given, and it is not there now"
            await self._end(going, "uncertain", MailboxProblem("name_lost", "", why))
        elif state == "another":
            why = MailboxProblem("name_taken", going.name, f"another file has the name {going.name}")
            await self._end(going, "stopped", why)
        elif state == "there":
            await self._delivered(going)
        else:
            if not going.named:
                await session.write(going.part, going.content)
                if (there := await session.size_of(going.part)) != going.size:
                    raise MailboxError("incomplete", f"{there} of {going.size} bytes arrived", going.name)
            if await self._about_to_name(going):
                await session.rename(going.part, going.name)
                await self._delivered(going)

    async def _find(self, session: MailboxSession, going: _Going) -> Literal["there", "another", "hidden", "absent"]:
        """Find out what the outbox holds of a file. What was named before and cannot be read is ours by its size."""
        size = await session.size_of(going.name)
        if size is not None:
            content = await session.read_sent(going.name) if size == going.size else b""
            same = going.named if content is None else hashlib.sha256(content).digest() == going.sha256
            return "there" if same else "another"
        return "hidden" if going.named and await session.size_of(going.part) == going.size else "absent"

    async def _about_to_name(self, going: _Going) -> bool:
        """Commit that the bank may have it from now on. False: it does not wait any more."""
        async with self.database.transaction(SYSTEM) as tx:
            return bool(await tx.execute(_NAMING, {"id": going.id}))

    async def _delivered(self, going: _Going) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one("select * from remittance where id = %(remittance_id)s for update", going)
            assert row is not None
            if await tx.execute(_DELIVERED, {"id": going.remittance_id, "by": ACTOR}):
                await move_remittance(tx, row, "delivered", actor=ACTOR)

    async def _end(self, going: _Going, state: str, why: MailboxProblem) -> None:
        """Leave a file to people: nothing of it goes by itself any more."""
        async with self.database.transaction(SYSTEM) as tx:
            if await tx.execute(_LEFT, {"id": going.id, "state": state, "why": json_or_none(why)}):
                await record(
                    tx,
                    f"payouts:remittance:{state}",
                    company=PROVIDER,
                    subject=str(going.remittance_id),
                    actor=ACTOR,
                    data={"file": going.name, "reason": why.text},
                )

    async def _failed(self, files: list[UUID], why: MailboxProblem) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            await tx.execute(_FAILED, {"ids": files, "why": json_or_none(why)})


_OF_MAILBOX = (
    "select id from mailbox_file where processor_id = %(processor)s and state = 'waiting' order by created_at, id"
)
_BEGIN = """
    update mailbox_file f set taken_until = clock_timestamp() + interval '5 minutes', attempts = f.attempts + 1
      from remittance r
     where f.id = %(id)s and f.state = 'waiting' and coalesce(f.taken_until < clock_timestamp(), true) and r.id = f.remittance_id
       and r.state = 'sealed'
    returning f.id, f.remittance_id, f.name, f.size, f.sha256, r.bytes as content, f.naming_at is not null as named
"""
_NAMING = """
    update mailbox_file f set naming_at = coalesce(f.naming_at, clock_timestamp())
      from remittance r where f.id = %(id)s and f.state = 'waiting' and r.id = f.remittance_id and r.state = 'sealed'
"""
_DELIVERED = """
    update remittance set delivered_at = clock_timestamp(), delivered_by = %(by)s where id = %(id)s and state = 'sealed'
"""
_LEFT = """
    update mailbox_file set state = %(state)s, last_error = %(why)s::jsonb, taken_until = null where id = %(id)s and state = 'waiting'
"""
_FAILED = "update mailbox_file set last_error = %(why)s::jsonb, taken_until = null where id = any(%(ids)s) and state = 'waiting'"
