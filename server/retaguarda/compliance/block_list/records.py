"""One entry with what it did; one upload with the rows it did not take."""

from uuid import UUID

import msgspec

from retaguarda.compliance.block_list.model import PUBLIC_CODES, BlockEntryRecord, BlockUploadRecord, RefusedValue
from retaguarda.compliance.block_list.queries import entry_of, find_entry, find_upload, refusals_of
from retaguarda.compliance.block_list.tables import ENTRIES, READ, SCOPE, UPLOADS
from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.timeline import moments_of

MOST = 100


async def _entry(tx: Tx, principal: Principal, entry: UUID) -> BlockEntryRecord | None:
    row = await find_entry(tx, entry)
    if row is None:
        return None
    other = row.added_by_id != principal.person_id
    return BlockEntryRecord(
        **msgspec.structs.asdict(entry_of(row)),
        public_code=PUBLIC_CODES[row.lane],
        value=row.value,
        may_confirm=row.status == "unconfirmed" and other,
        may_end=row.status in ("active", "unconfirmed") and other and row.source != "order",
        refusals=await refusals_of(tx, entry, MOST),
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(entry), "most": MOST}),
    )


async def _upload(tx: Tx, principal: Principal, upload: UUID) -> BlockUploadRecord | None:
    row = await find_upload(tx, upload)
    if row is None:
        return None
    return BlockUploadRecord(
        **msgspec.structs.asdict(row),
        refused_rows=msgspec.convert(
            await tx.all(
                "select line, value, problem from block_upload_refused where upload_id = %(id)s order by line limit %(most)s",
                {"id": upload, "most": 5_000},
            ),
            list[RefusedValue],
        ),
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(upload), "most": MOST}),
    )


ENTRY_RECORD = Record(
    path=f"{ENTRIES.path}/{{id:str}}",
    summary="One entry of the block list: its grounds, who decided, and what it did",
    permission=READ,
    scope=SCOPE,
    answers=BlockEntryRecord,
    load=_entry,
)
UPLOAD_RECORD = Record(
    path=f"{UPLOADS.path}/{{id:str}}",
    summary="One file of values: what became of its rows",
    permission=READ,
    scope=SCOPE,
    answers=BlockUploadRecord,
    load=_upload,
)
