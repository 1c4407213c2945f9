"""Reads an uploaded file of values: all of its good rows become entries in one transaction, or none does."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.compliance.block_list.commands import UPLOADED
from retaguarda.compliance.block_list.model import EntryTerms
from retaguarda.compliance.block_list.parse_values import ParsedValue, Unreadable, parse_values
from retaguarda.compliance.block_list.write_entry import columns_of, write_entries
from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.stuck_work import StuckWork

UPLOADS_TO_READ, READ_UPLOAD = "compliance.block_uploads", "compliance.read_block_upload"
UNFINISHED = StuckWork(
    READ_UPLOAD,
    UPLOADS_TO_READ,
    "select id::text, added_at as since, jsonb_build_object('upload', id) as args from block_upload where status = 'received'",
)


class _ToRead(msgspec.Struct):
    content: bytes
    terms: dict[str, Any]
    added_by: str
    added_by_id: UUID


def uploads_to_read(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        await queue.defer(tx, READ_UPLOAD, [{"upload": each.subject_id} for each in events])

    return EventConsumer(UPLOADS_TO_READ, consume, frozenset({UPLOADED}))


@dataclass(frozen=True, slots=True)
class UploadReading:
    database: Database

    async def read(self, upload: str) -> None:
        key = {"id": UUID(upload)}
        async with self.database.transaction(Scope((PROVIDER,))) as tx:
            row = await tx.one(
                "select content, terms, added_by, added_by_id from block_upload where id = %(id)s and status = 'received' for update",
                key,
            )
            if row is None:
                return
            found = msgspec.convert(row, _ToRead)
            try:
                rows = list(parse_values(found.content))
            except Unreadable as problem:
                await tx.execute(
                    "update block_upload set status = 'unreadable', problem = %(problem)s, content = null, read_at = now()"
                    " where id = %(id)s",
                    key | {"problem": str(problem)},
                )
                return
            await _apply(tx, key["id"], found, rows)


async def _apply(tx: Tx, upload: UUID, found: _ToRead, rows: list[ParsedValue]) -> None:
    terms = msgspec.convert(found.terms, EntryTerms)
    columns = columns_of(terms, found.added_by_id, found.added_by, datetime.now(UTC))
    good = [row.value for row in rows if row.value is not None]
    bad = [row for row in rows if row.value is None]
    accepted = await write_entries(tx, good, columns, upload) if good else 0
    await tx.execute(
        "insert into block_upload_refused (upload_id, line, value, problem) select %(id)s, * from unnest(%(lines)s::int[],"
        " %(values)s::text[], %(problems)s::text[])",
        {
            "id": upload,
            "lines": [row.line for row in bad],
            "values": [row.given for row in bad],
            "problems": [row.problem for row in bad],
        },
    )
    await tx.execute(
        "update block_upload set status = 'done', content = null, read_at = now(), rows = %(rows)s, accepted = %(accepted)s,"
        " existing = %(existing)s, refused = %(refused)s where id = %(id)s",
        {
            "id": upload,
            "rows": len(rows),
            "accepted": accepted,
            "existing": len(good) - accepted,
            "refused": len(bad),
        },
    )
