"""Read a table of payees: plan each row, or say why it is no table."""

from dataclasses import dataclass
from uuid import UUID

from retaguarda.bank_book.queries import banks_by_code
from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.payouts.payees.identify_destination import load_names
from retaguarda.payouts.payees.imports.commands import FINISHED
from retaguarda.payouts.payees.imports.parse_table import Unreadable, parse_table
from retaguarda.payouts.payees.imports.plan_rows import plan_rows
from retaguarda.payouts.payees.imports.queries import find_import

IMPORTS_TO_READ, READ_IMPORT = "payouts.payee_imports", "payees.read_import"
#: A table whose pieces are all here is read.
UNFINISHED = StuckWork(
    READ_IMPORT,
    IMPORTS_TO_READ,
    "select id::text, created_at as since, jsonb_build_object('company', company_id, 'number', id) as args"
    " from payee_import where status = 'received'",
)


def imports_to_read(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        await queue.defer(tx, READ_IMPORT, [{"company": each.company_id, "number": each.subject_id} for each in events])

    return EventConsumer(IMPORTS_TO_READ, consume, frozenset({FINISHED}))


@dataclass(frozen=True, slots=True)
class ImportReading:
    database: Database
    keys: Keys

    async def read(self, company: int, number: str) -> None:
        """One transaction holds the whole, so that a table is read entirely or not at all."""
        async with self.database.transaction(Scope((company,))) as tx:
            found = await find_import(tx, [company], UUID(number), lock=True)
            if found is None or found.status != "received":
                return
            pieces = await tx.all(
                "select bytes from payee_import_piece where company_id = %(company)s and import_id = %(id)s order by number",
                {"company": company, "id": found.id},
            )
            content = b"".join(bytes(piece) for row in pieces for piece in row.values())
            await tx.execute("savepoint reading")
            try:
                banks = await banks_by_code(tx)
                await plan_rows(tx, await load_names(tx, self.keys), company, found.id, parse_table(content, banks))
            except Unreadable as problem:
                await tx.execute("rollback to savepoint reading")
                await tx.execute(
                    "update payee_import set status = 'unreadable', problem = %(problem)s"
                    " where company_id = %(company)s and id = %(id)s",
                    {"problem": str(problem), "company": company, "id": found.id},
                )
