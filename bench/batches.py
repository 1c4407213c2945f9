"""One batch of payouts, step by step as the product's own jobs do it: brought, planned, authorised, turned into payouts, told."""

import io
import time
import zipfile
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, NamedTuple
from uuid import UUID

import psycopg

from bench import sets
from bench.product import opened
from bench.watch import Grown
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
from retaguarda.providers.bankfiles.remittances import Payer, Payment, write_remittance

MERCHANT = 2
KEYS = Keys("a secret of the bench, long enough")
HEADINGS = ("Nome", "Documento", "Chave Pix", "Valor")


class Measured(NamedTuple):
    """Seconds of each step of one batch, and bytes that this process grew by in two of them."""

    plan: float
    authorise: float
    turn: float
    result: float
    read_bytes: int
    result_bytes: int


def fill(connection: psycopg.Connection) -> None:
    sets.fill(connection, 1, 1_000)


async def whole(url: str, lines: int, number: int) -> Measured:
    """A batch from its upload to its result file."""
    async with opened(url) as database:
        batch = await bring(database, csv_of(lines, number), lines)
        marks = [time.perf_counter()]
        with Grown() as reading:
            await Parsing(database, KEYS).run(MERCHANT, str(batch))
        marks.append(time.perf_counter())
        await _authorise(database, batch)
        marks.append(time.perf_counter())
        await Running(database, KEYS).run(MERCHANT, str(batch))
        marks.append(time.perf_counter())
        with Grown() as writing:
            async with database.transaction(Scope((MERCHANT,))) as tx:
                await _write(tx, await _row(tx, batch), "result", "pt", io.BytesIO())
        marks.append(time.perf_counter())
        plan, authorise, turn, result = (after - before for before, after in pairwise(marks))
        return Measured(plan, authorise, turn, result, reading.bytes, writing.bytes)


async def planned(url: str, data: bytes, lines: int) -> tuple[float, int, UUID]:
    """Seconds from upload to plan, bytes that this process grew by, and the batch.

    Raises:
        RuntimeError: it was not planned.
    """
    async with opened(url) as database:
        batch = await bring(database, data, lines)
        started = time.perf_counter()
        with Grown() as memory:
            await Parsing(database, KEYS).run(MERCHANT, str(batch))
        seconds = time.perf_counter() - started
        async with database.transaction(Scope((MERCHANT,))) as tx:
            row = await _row(tx, batch)
        if (row.status, row.lines) != ("planned", lines):
            raise RuntimeError(f"{row.status}, {row.lines} lines: {row.error}")
        return seconds, memory.bytes, batch


def _lines(lines: int, number: int) -> list[tuple[str, str, str, int]]:
    mark = uuid7().hex[:12]
    return [
        ("Iara Pontes", "52998224725", f"p{mark}-{line}@example.com", 1 + (line + number) % 99) for line in range(lines)
    ]


def csv_of(lines: int, number: int) -> bytes:
    rows = [f"{name};{document};{key};0,{cents:02d}\n" for name, document, key, cents in _lines(lines, number)]
    return (";".join(HEADINGS) + "\n" + "".join(rows)).encode()


def remittance_of(lines: int, number: int) -> bytes:
    return write_remittance(*remittance(lines, number))


def remittance(lines: int, number: int) -> tuple[Payer, int, datetime, list[Payment]]:
    """What a file of so many payments is written from."""
    now, mark = datetime.now(UTC), uuid7().hex[-8:]
    payer = Payer("001", "BANCO", uuid7().hex[-10:], "11222333000181", "AURORA", "1234", "", "56789", "0")
    payments = [
        Payment("pix", f"{mark}{place}", cents, now.date(), name, document, key=key, key_kind="email")
        for place, (name, document, key, cents) in enumerate(_lines(lines, number))
    ]
    return payer, number + 1, now, payments


def sheet_of(lines: int, number: int) -> bytes:
    """The least that a spreadsheet is: one page, its texts where they stand."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
        for name, text in _BOOK.items():
            book.writestr(name, text)
        rows = [_cells(1, HEADINGS)]
        rows += [_cells(place, each) for place, each in enumerate(_lines(lines, number), 2)]
        book.writestr(
            "xl/worksheets/sheet1.xml", f'<worksheet xmlns="{_MAIN}"><sheetData>{"".join(rows)}</sheetData></worksheet>'
        )
    return out.getvalue()


def _cells(row: int, values: tuple[Any, ...]) -> str:
    cells = [
        f'<c r="{"ABCD"[place]}{row}"><v>{value / 100}</v></c>'
        if isinstance(value, int)
        else f'<c r="{"ABCD"[place]}{row}" t="inlineStr"><is><t>{value}</t></is></c>'
        for place, value in enumerate(values)
    ]
    return f'<row r="{row}">{"".join(cells)}</row>'


async def bring(database: Database, data: bytes, lines: int) -> UUID:
    """A file, and the money for what it pays."""
    batch = uuid7()
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


_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_BOOK = {
    "[Content_Types].xml": f'<Types xmlns="{_TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml"'
    ' ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml"'
    ' ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="r1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="r1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}
