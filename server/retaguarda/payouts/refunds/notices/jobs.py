"""Read the return notices that were brought, and book what was applied."""

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from retaguarda.foundation.database import SYSTEM, Database, Scope, Tx
from retaguarda.foundation.events import Event, EventConsumer, record
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.payouts.batches.model import PayoutFileDamage
from retaguarda.payouts.batches.parse_file import open_file
from retaguarda.payouts.batches.parse_rows import FileRefused
from retaguarda.payouts.refunds.notices.commands import APPLIED, FINISHED
from retaguarda.payouts.refunds.notices.model import ParsedNotice
from retaguarda.payouts.refunds.notices.parse_notice import lines_of
from retaguarda.payouts.refunds.notices.plan_notice import plan_notice
from retaguarda.payouts.refunds.notices.queries import find_notice
from retaguarda.payouts.refunds.notices.upload_pieces import drop_pieces, load_pieces
from retaguarda.providers.bankfiles import Header

WORK = "payouts.return_notices"
READ, APPLY = "payouts.read_return_notice", "payouts.apply_return_notice"
#: Actor of the events that the worker records.
ACTOR = "return_notices"
#: Event → the job it enqueues.
JOBS = {FINISHED: READ, APPLIED: APPLY}
_NOTICES = (
    "select id::text, created_at as since, jsonb_build_object('company', company_id, 'notice', id) as args"
    " from return_notice where status "
)
#: Notices in a state that one of these jobs must end.
UNFINISHED = (
    StuckWork(READ, WORK, f"{_NOTICES} = 'received'"),
    StuckWork(APPLY, WORK, f"{_NOTICES} = 'applying'"),
)
_ELSEWHERE = "select distinct end_to_end_id from payout where end_to_end_id = any (%(names)s::text[]) and company_id <> %(company)s"


def asked_notices(queue: Queue) -> EventConsumer:
    async def enqueue(tx: Tx, events: list[Event]) -> None:
        for event in events:
            await queue.defer(tx, JOBS[event.name], [{"company": event.company_id, "notice": event.subject_id}])

    return EventConsumer(WORK, enqueue, frozenset(JOBS))


@dataclass(frozen=True, slots=True)
class NoticeReading:
    database: Database

    async def read(self, company: int, notice: str) -> None:
        """Read and plan a notice in the state received; nothing in any other. It is read entirely or not at all."""
        async with self.database.transaction(Scope((company,))) as tx:
            row = await find_notice(tx, [company], UUID(notice))
            content = await load_pieces(tx, row) if row is not None and row.status == "received" else None
        if content is None:
            return
        try:
            format, header, lines = await _parsed(content)
        except FileRefused as refused:
            await self._refuse(company, notice, refused)
            return
        # What another merchant was paid back is nothing that this one may be told of.
        async with self.database.transaction(SYSTEM) as tx:
            names = {"names": [line.payment for line in lines], "company": company}
            elsewhere = {name for each in await tx.all(_ELSEWHERE, names) for name in each.values()}
        async with self.database.transaction(Scope((company,))) as tx:
            row = await find_notice(tx, [company], UUID(notice), lock=True)
            if row is None or row.status != "received":
                return
            await plan_notice(tx, row, format, header, lines, elsewhere)
            await drop_pieces(tx, row)
            await _tell(tx, company, notice, "read", lines=len(lines))

    async def _refuse(self, company: int, notice: str, refused: FileRefused) -> None:
        damage = PayoutFileDamage(refused.code, refused.line, refused.column, str(refused)[:300])
        async with self.database.transaction(Scope((company,))) as tx:
            row = await find_notice(tx, [company], UUID(notice), lock=True)
            if row is None or row.status != "received":
                return
            await tx.execute(
                "update return_notice set status = 'unreadable', error = %(error)s::jsonb where company_id = %(company)s and id = %(id)s",
                {"error": json_text(damage), "company": company, "id": row.id},
            )
            await drop_pieces(tx, row)
            await _tell(tx, company, notice, "unreadable", error=refused.code)


async def _parsed(content: bytes) -> tuple[str, Header | None, list[ParsedNotice]]:
    """
    Raises:
        FileRefused: it is no return notice.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "brought"
        await asyncio.to_thread(path.write_bytes, content)
        opened = await open_file(path)
        header, lines = await asyncio.to_thread(lines_of, opened)
        return opened.format, header, lines


async def _tell(tx: Tx, company: int, notice: str, what: str, **data: int | str) -> None:
    await record(tx, f"payouts:return_notice:{what}", company=company, subject=notice, actor=ACTOR, data=data)
