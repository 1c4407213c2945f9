"""One version of a split: its parts, the other versions of its rule, and the runs of its rule."""

from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.payouts.splits.model import PayoutSplitRecord
from retaguarda.payouts.splits.queries import agreed_of, parts_of, runs_of, split_of, split_row, versions_of
from retaguarda.payouts.splits.tables import SCOPE, SPLITS


async def _load(tx: Tx, principal: Principal, split: UUID) -> PayoutSplitRecord | None:
    row = await split_row(tx, list(principal.companies), split)
    if row is None:
        return None
    return PayoutSplitRecord(
        **msgspec.structs.asdict(split_of(row)),
        split=agreed_of(row),
        parts=await parts_of(tx, row),
        versions=await versions_of(tx, row),
        runs=await runs_of(tx, row),
    )


SPLIT_RECORD = Record(
    path=f"{SPLITS.path}/{{id:str}}",
    summary="One version of a split: its parts, and the runs of its rule",
    permission=SPLITS.permission,
    scope=SCOPE,
    answers=PayoutSplitRecord,
    load=_load,
)
