"""The preview of a return file of 100,000 lines beside one of 1,000: what a line costs, and what the longer one adds in memory."""

import asyncio
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from statistics import median
from uuid import UUID

import psycopg

from bench import sets
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_most, figure
from retaguarda.app import FAMILIES
from retaguarda.bank_files.jobs import Files
from retaguarda.bank_files.model import PIECE
from retaguarda.bank_files.parse_file import hash_pieces
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import PROVIDER
from retaguarda.providers.bankfiles.writer import cnab240

GOAL, MEMORY_LIMIT = 1.2, 32
FEW, MANY = 1_000, 100_000
#: Charges that titles may be about.
CHARGES = 50_000


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    server.database("bench_returns", _fill, f"{sets.VERSION} returns {CHARGES}")
    rates: dict[int, list[float]] = {FEW: [], MANY: []}
    grown = 0
    for number in range(plan.rounds):
        for lines, found in rates.items():
            seconds, more = asyncio.run(preview(server.app_url("bench_returns"), _file(lines, number)))
            found.append(seconds / lines * 1e6)
            grown = max(grown, more if lines == MANY else 0)
    few, many = median(rates[FEW]), median(rates[MANY])
    yield at_most(f"preview of a return file, a line of {MANY:,} beside one of {FEW:,}", many, few, "µs/line", GOAL)
    yield figure(f"memory that the preview of {MANY:,} lines adds", grown / 2**20, "MiB", MEMORY_LIMIT)


def _fill(connection: psycopg.Connection) -> None:
    sets.fill(connection, 1, CHARGES)
    connection.execute(
        "update charge c set reference = 'BENCH-' || n.number from"
        " (select id, row_number() over (order by id) as number from charge) n where n.id = c.id"
    )


async def preview(url: str, data: bytes, family: str = "collection") -> tuple[float, int]:
    """Seconds from the last piece to the plan, and bytes that this process grew by at most meanwhile.

    Raises:
        RuntimeError: there is no plan, because the file was rejected.
    """
    database = Database(url, size=4)
    await database.open()
    try:
        file = await _send(database, data, family)
        before, peak, started = _resident(), _Peak(), time.perf_counter()
        watching = asyncio.create_task(peak.watch())
        await Files(database, FAMILIES.by_name).read(PROVIDER, str(file))
        seconds = time.perf_counter() - started
        watching.cancel()
        async with database.transaction(SYSTEM) as tx:
            state = await tx.one("select status, error::text as error from return_file where id = %(id)s", {"id": file})
        if state is None or state["status"] != "parsed":
            raise RuntimeError(f"a return file without a plan: {state}")
        return seconds, peak.seen - before
    finally:
        await database.close()


def _file(lines: int, number: int) -> bytes:
    """Each round's is another file: of the same bytes there is only one."""
    titles = (
        {"company_use": f"BENCH-{title}", "occurrence_date": date(2026, 11, 20)} for title in range(lines // 2 - 2)
    )
    return cnab240(titles, file_seq=number + 1, agreement=str(uuid7())[:20])


async def _send(database: Database, data: bytes, family: str) -> UUID:
    file = uuid7()
    async with database.transaction(SYSTEM) as tx:
        key = {"company": PROVIDER, "file": file, "family": family}
        await tx.execute(
            "insert into return_file (company_id, id, family, name, size, currency, actor)"
            " values (%(company)s, %(file)s, %(family)s, 'bench.ret', %(size)s, 'BRL', 'bench')",
            key | {"size": len(data)},
        )
        for number in range(-(-len(data) // PIECE)):
            await tx.execute(
                "insert into return_piece (company_id, file_id, number, bytes) values (%(company)s, %(file)s, %(number)s, %(bytes)s)",
                key | {"number": number, "bytes": data[number * PIECE : (number + 1) * PIECE]},
            )
        digest, _, lines = await hash_pieces(tx, PROVIDER, file)
        await tx.execute(
            "update return_file set status = 'received', sha256 = %(digest)s, total_lines = %(lines)s"
            " where company_id = %(company)s and id = %(file)s",
            key | {"digest": digest, "lines": lines},
        )
    return file


class _Peak:
    """The most that this process held meanwhile, in bytes."""

    def __init__(self) -> None:
        self.seen = _resident()

    async def watch(self) -> None:
        while True:
            self.seen = max(self.seen, _resident())
            await asyncio.sleep(0.02)


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
