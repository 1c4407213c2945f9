"""Keeps the bundle of a company that came from another installation, and proves its events of before out of it.

Their places are in that installation's tree, under its signature: this one can neither plant them in its own nor sign for them.
"""

from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.audit.bundle import FILES
from retaguarda.foundation.database import Tx

SIGNED_LIST = "bundle.txt"


class _Entry(msgspec.Struct):
    index: int
    level: int = 0


class BundleInvalid(Exception):
    """The bundle is not as its signed list says."""


async def keep_bundle(
    tx: Tx,
    company: int,
    move: UUID,
    sha256: str,
    last_event: int,
    files: dict[str, tuple[str, Iterator[bytes]]],
    events: Iterator[bytes],
) -> str:
    """Keep its lines, and which event each entry is of; return the SHA-256 of its signed list.

    Args:
        last_event: the last event of the company that came with it, as it is numbered here.
        files: name → SHA-256 and lines.
        events: rows of the index of an entry and the number that its event had there; ``moved_number`` has the one of here.
    """
    await tx.execute(
        "insert into moved_bundle (company_id, move_id, sha256, last_event) values (%(company)s, %(move)s, %(sha256)s, %(last)s)",
        {"company": company, "move": move, "sha256": sha256, "last": last_event},
    )
    await tx.execute(
        "create temp table incoming_entry (index bigint primary key, event_id bigint not null) on commit drop"
    )
    await tx.execute("create temp table incoming_line (like moved_line) on commit drop")
    async with tx.connection.cursor() as cursor, cursor.copy(b"copy incoming_entry from stdin") as copy:
        for row in events:
            await copy.write(row)
    async with (
        tx.connection.cursor() as cursor,
        cursor.copy(b"copy incoming_line (company_id, move_id, file, place, line, level, index) from stdin") as copy,
    ):
        for name in (*FILES, SIGNED_LIST):
            for place, line in enumerate(files[name][1]):
                node = msgspec.json.decode(line, type=_Entry) if name in FILES[:2] else None
                await copy.write_row(
                    (company, move, name, place, line[:-1].decode(), node and node.level, node and node.index)
                )
    await tx.execute(
        "insert into moved_line (company_id, move_id, file, place, line, level, index, event_id)"
        " select l.company_id, l.move_id, l.file, l.place, l.line, l.level, l.index, m.new from incoming_line l"
        " left join incoming_entry e on l.file = 'entries.jsonl' and e.index = l.index"
        " left join moved_number m on m.of = 'event.id' and m.old = e.event_id"
    )
    return sha256


async def bundle_lines(tx: Tx, company: int, move: UUID, file: str) -> AsyncIterator[str]:
    """The lines of one file of a kept bundle, as they came: with their ends they are the file to the byte."""
    async for rows in tx.batches(
        "select line from moved_line where company_id = %(company)s and move_id = %(move)s and file = %(file)s order by place",
        {"company": company, "move": move, "file": file},
    ):
        for row in rows:
            yield line_of(row)


def line_of(row: dict[str, Any]) -> str:
    return row["line"]
