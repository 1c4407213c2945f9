"""Reads and locks entries and uploads, and maps their rows to the API's shapes."""

from collections.abc import Mapping
from uuid import UUID

import msgspec

from retaguarda.compliance.block_list.model import BlockEntry, BlockRefusal, BlockUpload
from retaguarda.compliance.block_list.tables import HITS, LAST_HIT, STATUS
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.foundation.typed_rows import struct_of

_ENTRY = (
    "select e.id, e.lane, e.kind, e.shown, e.merchant_id, m.name as merchant_name, e.direction, e.effect, e.cause, e.reason,"
    f" e.source, {STATUS} as status, e.starts_at, e.until, e.added_at, e.added_by, e.confirm_by, e.confirmed_at, e.confirmed_by,"
    f" e.ended_at, e.ended_by, e.end_reason, e.order_id, e.upload_id, e.hit_id, e.case_id, {HITS} as hits, {LAST_HIT} as last_hit_at,"
    " e.value, e.added_by_id from block_entry e left join company m on m.id = e.merchant_id where e.id = %(id)s"
)
_UPLOAD = (
    "select id, name, status, problem, terms ->> 'lane' as lane, terms ->> 'effect' as effect, rows, accepted, existing, refused,"
    " added_at, added_by, read_at, terms ->> 'reason' as reason, encode(sha256, 'hex') as sha256 from block_upload where id = %(id)s"
)


class EntryRow(BlockEntry):
    value: str
    added_by_id: UUID


class UploadRow(BlockUpload):
    reason: str
    sha256: str


def entry_of(row: EntryRow) -> BlockEntry:
    return struct_of(BlockEntry, row)


def upload_of(row: UploadRow) -> BlockUpload:
    return struct_of(BlockUpload, row)


async def find_entry(tx: Tx, entry: UUID) -> EntryRow | None:
    row = await tx.one(_ENTRY, {"id": entry})
    return None if row is None else msgspec.convert(row, EntryRow)


async def load_entry(tx: Tx, entry: UUID) -> BlockEntry:
    row = await find_entry(tx, entry)
    assert row is not None
    return entry_of(row)


async def entry_for_update(tx: Tx, path: Mapping[str, str]) -> EntryRow:
    """
    Raises:
        ApiError: 404.
    """
    row = await tx.one(f"{_ENTRY} for update of e", {"id": path_id(path)})
    if row is None:
        raise not_found("entry")
    return msgspec.convert(row, EntryRow)


async def entry_subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> BlockEntry | None:
    """The entry of the path, as a plan compares it; without times, which would make every plan differ."""
    row = await find_entry(tx, path_id(path))
    return None if row is None else msgspec.structs.replace(entry_of(row), ended_at=None, confirmed_at=None)


async def find_upload(tx: Tx, upload: UUID) -> UploadRow | None:
    row = await tx.one(_UPLOAD, {"id": upload})
    return None if row is None else msgspec.convert(row, UploadRow)


async def refusals_of(tx: Tx, entry: UUID, most: int) -> list[BlockRefusal]:
    return msgspec.convert(await tx.all(_REFUSALS, {"entry": entry, "most": most}), list[BlockRefusal])


async def of_entry(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The provider, for staff; None for everybody else."""
    there = await tx.value("select true from block_entry where id = %(id)s", {"id": uuid_of(request.path_params["id"])})
    return PROVIDER if there and principal.internal else None


_REFUSALS = """
    select r.id, r.at, r.flow, r.effect, r.merchant_id, m.name as merchant_name, r.subject, r.party_name,
           jsonb_build_object('amount', r.amount, 'currency', r.currency) as amount,
           r.released_at, r.released_by
      from block_refusal r join company m on m.id = r.merchant_id
     where r.entry_id = %(entry)s order by r.at desc, r.id limit %(most)s
"""
