"""The Record of one return file with its effects, planned or applied."""

from uuid import UUID

from retaguarda.bank_files.model import EffectSum, OccurrenceSum, ReturnFileRecord
from retaguarda.bank_files.queries import OF_FILE, file_fields
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import fetch_all

#: Occurrence codes of a layout are two digits or letters; a file with more distinct ones is not genuine.
MOST = 200


async def _load(tx: Tx, principal: Principal, file: UUID) -> ReturnFileRecord | None:
    row = await tx.one(
        "select * from return_file where id = %(id)s and company_id = any(%(seen)s) and family = 'collection'",
        {"id": file, "seen": list(principal.companies)},
    )
    if row is None:
        return None
    effects = await fetch_all(
        tx,
        EffectSum,
        "select effect, why, case when effect = 'information' then meaning end as meaning, count(*) as count, count(done_at) as done, sum(paid)::bigint as paid, sum(fee)::bigint as fee, currency"
        " from return_line where company_id = %(company_id)s and file_id = %(id)s group by 1, 2, 3, currency"
        " order by array_position(array['settle', 'fee', 'review', 'unknown', 'already', 'rejected', 'information'], effect), why, count(*) desc, 3",
        row,
    )
    occurrences = await fetch_all(
        tx,
        OccurrenceSum,
        "select occurrence, meaning, count(*) as count, sum(paid)::bigint as paid, currency from return_line"
        " where company_id = %(company_id)s and file_id = %(id)s group by occurrence, meaning, currency order by occurrence"
        f" limit {MOST}",
        row,
    )
    return ReturnFileRecord(
        **file_fields(row),
        effects=effects,
        occurrences=occurrences,
    )


FILE_RECORD = Record(
    path="/v1/payin/return-files/{id:str}",
    summary="One return file: what it says, compared with its trailers, and what would follow or did",
    permission=Permission.PAYIN_RETURN_FILE_PREVIEW,
    scope=OF_FILE,
    answers=ReturnFileRecord,
    load=_load,
)
