"""Jobs on return files: parse the long ones, and apply those that a person approved."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from retaguarda.bank_files.apply_plan import mark_applied
from retaguarda.bank_files.kinds import Family
from retaguarda.bank_files.parse_file import ACTOR, parse
from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.events import Event, EventConsumer, record
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.stuck_work import StuckWork

WORK = "returns.work"
READ, APPLY = "returns.read", "returns.apply"
#: Event → the job it enqueues.
JOBS = {
    f"{event}:{action}": job
    for event in ("returns:file", "payouts:return_file", "conciliation:statement")
    for action, job in (("waiting", READ), ("apply", APPLY))
}
_FILES = (
    "select id::text, created_at as since, jsonb_build_object('company', company_id, 'file', id) as args"
    " from return_file where status = "
)
#: Files in a state that one of these jobs must end.
UNFINISHED = (
    StuckWork(READ, WORK, f"{_FILES} 'received'"),
    StuckWork(APPLY, WORK, f"{_FILES} 'applying'"),
)
PROGRESS_SECONDS = 1.0


def asked_files(queue: Queue) -> EventConsumer:
    async def enqueue(tx: Tx, events: list[Event]) -> None:
        for event in events:
            if event.name in JOBS:
                values = {"company": event.company_id, "file": event.subject_id}
                await queue.defer(tx, JOBS[event.name], [values])

    return EventConsumer(WORK, enqueue, frozenset(JOBS))


@dataclass(frozen=True, slots=True)
class Files:
    """The jobs of return files. Runs as SYSTEM: a file of the provider pays charges of every merchant."""

    database: Database
    families: Mapping[str, Family]

    async def read(self, company: int, file: str) -> None:
        progress = _Progress(self.database, company, UUID(file))
        async with self.database.transaction(SYSTEM) as tx:
            # Take an advisory lock instead of the row's: _Progress updates that row meanwhile.
            if not await tx.value("select pg_try_advisory_xact_lock(hashtextextended(%(file)s, 0))", {"file": file}):
                return
            row = await _in_state(tx, company, file, "received", lock="")
            if row is not None:
                await parse(tx, row, self.families[row["family"]], progress.store)

    async def apply(self, company: int, file: str) -> None:
        """Apply a file batch by batch; after a crash the job resumes with the lines that are not done."""
        if not await self._plan_still_holds(company, file):
            return
        more = True
        while more:
            async with self.database.transaction(SYSTEM) as tx:
                row = await _in_state(tx, company, file, "applying")
                if row is None:
                    return
                family = self.families[row["family"]]
                more = await family.apply_batch(tx, row)
                if not more:
                    await family.finish(tx, row)
                    await mark_applied(tx, row, family)

    async def _plan_still_holds(self, company: int, file: str) -> bool:
        """Plan the file again; when the approved plan no longer holds, return the file to parsed for a person, with an
        event.
        """
        async with self.database.transaction(SYSTEM) as tx:
            row = await _in_state(tx, company, file, "applying")
            if row is None:
                return False
            family = self.families[row["family"]]
            if await family.started(tx, row) or not await family.replan(tx, row):
                return True
            new_hash = await family.plan_hash(tx, company, row["id"])
            await tx.execute(
                "update return_file set status = 'parsed', plan_changed = true, plan_hash = %(hash)s"
                " where company_id = %(company_id)s and id = %(id)s",
                row | {"hash": new_hash},
            )
            await record(tx, f"{family.event}:plan_changed", company=company, subject=file, actor=ACTOR)
            return False


async def _in_state(tx: Tx, company: int, file: str, status: str, lock: str = "for no key update") -> Row | None:
    return await tx.one(
        f"select * from return_file where company_id = %(company)s and id = %(file)s and status = %(status)s {lock}",
        {"company": company, "file": UUID(file), "status": status},
    )


@dataclass(slots=True)
class _Progress:
    """Stores how many lines of a file are read, at most once a second, in a separate transaction."""

    database: Database
    company: int
    file: UUID
    last: float = 0.0

    async def store(self, lines: int) -> None:
        if time.monotonic() - self.last < PROGRESS_SECONDS:
            return
        self.last = time.monotonic()
        async with self.database.side_transaction(SYSTEM) as tx:
            await tx.execute(
                "update return_file set read_lines = %(lines)s where company_id = %(company)s and id = %(file)s",
                {"company": self.company, "file": self.file, "lines": lines},
            )
