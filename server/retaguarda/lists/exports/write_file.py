"""From the rows of a list to a file on the disk: whatever its length, little of it is in memory."""

import asyncio
import io
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import datetime
from typing import IO
from zoneinfo import ZoneInfo

from retaguarda.foundation.database import Tx
from retaguarda.foundation.list_query import ListQuery
from retaguarda.foundation.request import Pieces, Principal, Response
from retaguarda.foundation.table import Table, condition
from retaguarda.lists.exports import csv_file, xlsx_file
from retaguarda.lists.exports.csv_file import CsvFile
from retaguarda.lists.exports.export_spec import ExportSpec, Format
from retaguarda.lists.exports.xlsx_file import XlsxFile

#: A file up to this many bytes never touches the disk.
IN_MEMORY = 1_000_000
PIECE = 64 * 1024

_FILES: dict[Format, type[CsvFile | XlsxFile]] = {"csv": CsvFile, "xlsx": XlsxFile}
_KINDS: dict[Format, str] = {"csv": csv_file.MEDIA_TYPE, "xlsx": xlsx_file.MEDIA_TYPE}
MEDIA_TYPES = tuple(_KINDS.values())


def new_file() -> IO[bytes]:
    """It is gone when it is closed, and when the process dies."""
    return tempfile.SpooledTemporaryFile(IN_MEMORY)


async def count(tx: Tx, table: Table, query: ListQuery, principal: Principal, most: int) -> int:
    """How many rows match; ``most`` when they are that many or more."""
    where, params = condition(table, query, principal)
    return await tx.value(f"select count(*) from (select 1 from {table.source} where {where} limit {most}) c", params)


async def write(
    tx: Tx,
    table: Table,
    asked: ExportSpec,
    principal: Principal,
    out: IO[bytes],
    written: Callable[[int], Awaitable[None]] | None = None,
) -> int:
    """All that match, in the order of the list, into ``out``; the number of rows.

    Args:
        written: is told now and then how many rows there are so far.
    """
    where, params = condition(table, asked.query, principal)
    fields = ", ".join(f'({column.shown})::{column.sql_type} as "{column.name}"' for column in asked.columns)
    direction = "desc" if asked.query.descending else "asc"
    order = f"{asked.query.order.sql} {direction}, {table.key} {direction}"
    # Away from the loop that serves the others: a thousand rows take longer to write than most calls.
    file = await asyncio.to_thread(_FILES[asked.format], asked, out)
    rows = 0
    async for batch in tx.batches(f"select {fields} from {table.source} where {where} order by {order}", params):
        await asyncio.to_thread(file.write, batch)
        rows += len(batch)
        if written is not None:
            await written(rows)
    await asyncio.to_thread(file.close)
    return rows


def file_name(list_name: str, format_: Format, at: datetime, zone: ZoneInfo) -> str:
    """payin-payments-20261120-140305.csv, by the clock of the file's times."""
    return f"{list_name.replace('.', '-')}-{at.astimezone(zone):%Y%m%d-%H%M%S}.{format_}"


def file_answer(name: str, format_: Format, pieces: Pieces) -> Response:
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(b"", headers=disposition, media_type=_KINDS[format_], pieces=pieces)


def pieces_of(out: IO[bytes]) -> Pieces:
    """A file's bytes; it is closed after the last."""
    out.seek(0, io.SEEK_END)
    return Pieces(out.tell(), _read(out))


async def _read(out: IO[bytes]) -> AsyncGenerator[bytes, None]:
    with out:
        out.seek(0)
        while piece := out.read(PIECE):
            yield piece
