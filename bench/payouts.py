"""Batches of payouts: what a line costs in a long file beside a short one, authorising, turning lines into payouts, the result file."""

import asyncio
import io
import time
from collections.abc import Iterator
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple
from uuid import UUID

import psycopg

from bench import sets
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_most, figure
from retaguarda import ledger
from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.money import BRL
from retaguarda.ledger import AccountRef
from retaguarda.payin.charges.model import AVAILABLE
from retaguarda.payouts.batches.model import PIECE
from retaguarda.payouts.batches.parse_batch import Parsing
from retaguarda.payouts.batches.queries import batch_row, update_batch
from retaguarda.payouts.batches.run_batch import Running
from retaguarda.payouts.batches.seal_batch import approve_root
from retaguarda.payouts.batches.write_result import _write

#: Goals: cost of a line, authorising, and seconds of the plan and of the result file.
LINE_GOAL, AUTHORISE_GOAL, PLAN_SECONDS, RESULT_SECONDS = 1.2, 1.5, 60, 10
FEW, MANY = 1_000, 100_000
MERCHANT = 2
KEYS = Keys("a secret of the bench, long enough")
HEADINGS = "Nome;Documento;Chave Pix;Valor\n"


class Measured(NamedTuple):
    """Seconds of each step of one batch."""

    plan: float
    authorise: float
    turn: float
    result: float


def measure(server: Server, plan: Plan, few: int = FEW, many: int = MANY) -> Iterator[Row]:
    """
    Args:
        few, many: lines of the short file and of the long one.
    """
    server.database("bench_payouts", _fill, f"{sets.VERSION} payouts")
    found: dict[int, list[Measured]] = {few: [], many: []}
    for number in range(plan.rounds):
        for lines, measured in found.items():
            measured.append(asyncio.run(_batch(server.app_url("bench_payouts"), lines, number)))

    def middle(lines: int, step: str) -> float:
        return median(getattr(each, step) for each in found[lines])

    def of_a_line(lines: int, step: str) -> float:
        return middle(lines, step) / lines * 1e6

    yield at_most(
        f"a batch from upload to plan, a line of {many:,} beside one of {few:,}",
        of_a_line(many, "plan"),
        of_a_line(few, "plan"),
        "µs/line",
        LINE_GOAL,
    )
    yield figure(f"plan of a batch of {many:,} lines", middle(many, "plan"), "s", PLAN_SECONDS)
    yield at_most(
        f"authorising a batch of {many:,} lines beside one of {few:,}",
        middle(many, "authorise") * 1e3,
        middle(few, "authorise") * 1e3,
        "ms",
        AUTHORISE_GOAL,
    )
    yield at_most(
        f"lines turned into payouts, a line of {many:,} beside one of {few:,}",
        of_a_line(many, "turn"),
        of_a_line(few, "turn"),
        "µs/line",
        LINE_GOAL,
    )
    yield figure(f"result file of {many:,} lines", middle(many, "result"), "s", RESULT_SECONDS)


def _fill(connection: psycopg.Connection) -> None:
    sets.fill(connection, 1, 1_000)


async def _batch(url: str, lines: int, number: int) -> Measured:
    database = Database(url, size=4)
    await database.open()
    try:
        batch = await _bring(database, lines, number)
        marks = [time.perf_counter()]
        await Parsing(database, KEYS).run(MERCHANT, str(batch))
        marks.append(time.perf_counter())
        await _authorise(database, batch)
        marks.append(time.perf_counter())
        await Running(database, KEYS).run(MERCHANT, str(batch))
        marks.append(time.perf_counter())
        async with database.transaction(Scope((MERCHANT,))) as tx:
            await _write(tx, await _row(tx, batch), "result", "pt", io.BytesIO())
        marks.append(time.perf_counter())
        return Measured(*(after - before for before, after in pairwise(marks)))
    finally:
        await database.close()


async def _bring(database: Database, lines: int, number: int) -> UUID:
    """A file of so many lines, and the money for it."""
    batch, mark = uuid7(), uuid7().hex[:12]
    text = HEADINGS + "".join(
        f"Iara Pontes;52998224725;p{mark}-{line}@example.com;0,{1 + (line + number) % 99:02d}\n"
        for line in range(lines)
    )
    data = text.encode()
    key: dict[str, Any] = {"company": MERCHANT, "batch": batch, "size": len(data), "amount": lines * 500}
    async with database.transaction(Scope((MERCHANT,))) as tx:
        await tx.execute(
            "insert into payout_batch (company_id, id, name, source, currency, size, status, actor)"
            " values (%(company)s, %(batch)s, 'bench', 'file', 'BRL', %(size)s, 'received', 'bench')",
            key,
        )
        for place, at in enumerate(range(0, len(data), PIECE)):
            await tx.execute(
                "insert into payout_piece (company_id, batch_id, number, bytes) values (%(company)s, %(batch)s, %(place)s, %(bytes)s)",
                key | {"place": place, "bytes": data[at : at + PIECE]},
            )
        available = AccountRef(MERCHANT, AVAILABLE, BRL)
        await ledger.post(
            tx,
            company=MERCHANT,
            key=f"bench:{batch}",
            kind="bench.money",
            effective_at=None,
            reference=str(batch),
            legs=[ledger.Leg(AccountRef(1, "pix_clearing", BRL), -key["amount"]), ledger.Leg(available, key["amount"])],
        )
    return batch


async def _row(tx: Tx, batch: UUID) -> Any:
    found = await tx.one(
        "select * from payout_batch where company_id = %(company)s and id = %(id)s", {"company": MERCHANT, "id": batch}
    )
    assert found is not None
    return batch_row(found)


async def _authorise(database: Database, batch: UUID) -> None:
    """What submitting does, without its door."""
    async with database.transaction(Scope((MERCHANT,))) as tx:
        row = await _row(tx, batch)
        hold_key = f"batch:{batch}"
        await ledger.hold(
            tx,
            account=AccountRef(MERCHANT, AVAILABLE, BRL),
            amount=row.amount + row.fee,
            key=hold_key,
            reference=str(batch),
        )
        await update_batch(
            tx,
            row,
            status="authorised",
            mac=approve_root(KEYS, row),
            hold_key=hold_key,
            authorised_at=row.created_at,
            authorised_by="bench",
        )
