"""What a worker does with return files: it reads the long ones, and applies what a person wants applied."""

import time
from dataclasses import dataclass
from uuid import UUID

from retaguarda.bank_files.apply_plan import finish, step
from retaguarda.bank_files.parse_file import ACTOR, parse
from retaguarda.bank_files.plan_lines import plan_hash, replan
from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.events import EventConsumer, record
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.stuck_work import StuckWork

WORK = "returns.work"
READ, APPLY = "returns.read", "returns.apply"
#: Event → the job it asks for.
JOBS = {"returns:file:waiting": READ, "returns:file:apply": APPLY}
_FILES = (
    "select id::text, created_at as since, jsonb_build_object('company', company_id, 'file', id) as args"
    " from return_file where status = "
)
#: The states that these jobs end.
UNFINISHED = (
    StuckWork(READ, WORK, f"{_FILES} 'received'"),
    StuckWork(APPLY, WORK, f"{_FILES} 'applying'"),
)
PROGRESS_SECONDS = 1.0


def asked_files(queue: Queue) -> EventConsumer:
    async def take(tx: Tx, events: list[Row]) -> None:
        for event in events:
            if event["name"] in JOBS:
                values = {"company": event["company_id"], "file": event["subject_id"]}
                await queue.defer(tx, JOBS[event["name"]], [values])

    return EventConsumer(WORK, take, frozenset(JOBS))


@dataclass(frozen=True, slots=True)
class Files:
    """A file of the provider is about the charges of every merchant."""

    database: Database

    async def read(self, company: int, file: str) -> None:
        progress = _Progress(self.database, company, UUID(file))
        async with self.database.transaction(SYSTEM) as tx:
            # The row itself stays free: how far the reading is, is written on it meanwhile.
            if not await tx.value("select pg_try_advisory_xact_lock(hashtextextended(%(file)s, 0))", {"file": file}):
                return
            row = await _in_state(tx, company, file, "received", lock="")
            if row is not None:
                await parse(tx, row, progress.tell)

    async def apply(self, company: int, file: str) -> None:
        """Batch by batch: after a crash it goes on with the lines that are not done."""
        if not await self._looked_again(company, file):
            return
        more = True
        while more:
            async with self.database.transaction(SYSTEM) as tx:
                row = await _in_state(tx, company, file, "applying")
                if row is None:
                    return
                more = await step(tx, row)
                if not more:
                    await finish(tx, row)

    async def _looked_again(self, company: int, file: str) -> bool:
        """Whether the plan is still the one that was agreed to; else the file waits for a person, who is told."""
        async with self.database.transaction(SYSTEM) as tx:
            row = await _in_state(tx, company, file, "applying")
            if row is None:
                return False
            begun = await tx.value(
                "select exists (select 1 from return_line where company_id = %(company_id)s and file_id = %(id)s"
                " and done_at is not null)",
                row,
            )
            if begun or not await replan(tx, row):
                return True
            new = await plan_hash(tx, company, row["id"])
            await tx.execute(
                "update return_file set status = 'parsed', plan_changed = true, plan_hash = %(hash)s"
                " where company_id = %(company_id)s and id = %(id)s",
                row | {"hash": new},
            )
            await record(tx, "returns:file:plan_changed", company=company, subject=file, actor=ACTOR)
            return False


async def _in_state(tx: Tx, company: int, file: str, status: str, lock: str = "for no key update") -> Row | None:
    return await tx.one(
        f"select * from return_file where company_id = %(company)s and id = %(file)s and status = %(status)s {lock}",
        {"company": company, "file": UUID(file), "status": status},
    )


@dataclass(slots=True)
class _Progress:
    """Writes down how far a file is read, at most once a second, in a transaction of its own."""

    database: Database
    company: int
    file: UUID
    last: float = 0.0

    async def tell(self, lines: int) -> None:
        if time.monotonic() - self.last < PROGRESS_SECONDS:
            return
        self.last = time.monotonic()
        async with self.database.side_transaction(SYSTEM) as tx:
            await tx.execute(
                "update return_file set read_lines = %(lines)s where company_id = %(company)s and id = %(file)s",
                {"company": self.company, "file": self.file, "lines": lines},
            )
