"""Writes the rows of a list into a file on disk, with little of it in memory whatever its length."""

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
from retaguarda.lists.exports.cells import currency_name
from retaguarda.lists.exports.csv_file import CsvFile
from retaguarda.lists.exports.export_spec import ExportSpec, Format
from retaguarda.lists.exports.xlsx_file import XlsxFile

#: A file up to this many bytes never touches the disk.
IN_MEMORY = 1_000_000
PIECE = 64 * 1024

_FILES: dict[Format, type[CsvFile | XlsxFile]] = {"csv": CsvFile, "xlsx": XlsxFile}
_MEDIA_TYPES: dict[Format, str] = {"csv": csv_file.MEDIA_TYPE, "xlsx": xlsx_file.MEDIA_TYPE}
MEDIA_TYPES = tuple(_MEDIA_TYPES.values())


def new_file() -> IO[bytes]:
    """Creates a file that disappears when it is closed or the process dies."""
    return tempfile.SpooledTemporaryFile(IN_MEMORY)


async def count(tx: Tx, table: Table, query: ListQuery, principal: Principal, maximum: int) -> int:
    """Counts matching rows, up to ``maximum``."""
    where, params = condition(table, query, principal)
    return await tx.value(
        f"select count(*) from (select 1 from {table.source} where {where} limit {maximum}) c", params
    )


async def write(
    tx: Tx,
    table: Table,
    spec: ExportSpec,
    principal: Principal,
    out: IO[bytes],
    on_progress: Callable[[int], Awaitable[None]] | None = None,
) -> int:
    """Writes all matching rows, in list order, into ``out``; returns how many.

    Args:
        on_progress: gets the number of rows so far, now and then.
    """
    where, params = condition(table, spec.query, principal)
    fields = ", ".join(
        [
            *(f'({column.display_sql})::{column.sql_type} as "{column.name}"' for column in spec.columns),
            *(f'{column.currency} as "{currency_name(column)}"' for column in spec.columns if column.kind == "money"),
        ]
    )
    direction = "desc" if spec.query.descending else "asc"
    order = f"{spec.query.order.sql} {direction}, {table.key} {direction}"
    # In a thread: writing a thousand rows takes longer than most requests and would block the event loop.
    file = await asyncio.to_thread(_FILES[spec.format], spec, out)
    rows = 0
    async for batch in tx.batches(f"select {fields} from {table.source} where {where} order by {order}", params):
        await asyncio.to_thread(file.write, batch)
        rows += len(batch)
        if on_progress is not None:
            await on_progress(rows)
    await asyncio.to_thread(file.close)
    return rows


def file_name(list_name: str, format_: Format, at: datetime, zone: ZoneInfo) -> str:
    """Such as payin-payments-20261120-140305.csv, in the time zone of the file."""
    return f"{list_name.replace('.', '-')}-{at.astimezone(zone):%Y%m%d-%H%M%S}.{format_}"


def file_response(name: str, format_: Format, pieces: Pieces) -> Response:
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(b"", headers=disposition, media_type=_MEDIA_TYPES[format_], pieces=pieces)


def pieces_of(out: IO[bytes]) -> Pieces:
    """Streams the file, and closes it after the last byte."""
    out.seek(0, io.SEEK_END)
    return Pieces(out.tell(), _read(out))


async def _read(out: IO[bytes]) -> AsyncGenerator[bytes, None]:
    with out:
        out.seek(0)
        while piece := out.read(PIECE):
            yield piece
