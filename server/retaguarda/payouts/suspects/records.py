"""One entry of the suspects, with how many payees it is about."""

from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.timeline import moments_of
from retaguarda.payouts.suspects.model import SuspectRecord
from retaguarda.payouts.suspects.queries import find_suspect, suspect_of
from retaguarda.payouts.suspects.tables import READ, SCOPE, SUSPECTS

MOST = 100


async def _load(tx: Tx, principal: Principal, suspect: UUID) -> SuspectRecord | None:
    row = await find_suspect(tx, suspect)
    if row is None:
        return None
    return SuspectRecord(
        **msgspec.structs.asdict(suspect_of(row)),
        payees=await tx.value(_PAYEES, {"hash": row.hash}),
        may_remove=row.removed_at is None and row.added_by_id != principal.person_id,
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(suspect), "most": MOST}),
    )


_PAYEES = """
    select count(*) from payee p
     where p.document_hash = %(hash)s
        or exists (select from payee_destination d where d.company_id = p.company_id and d.payee_id = p.id and d.hash = %(hash)s)
"""

SUSPECT_RECORD = Record(
    path=f"{SUSPECTS.path}/{{id:str}}",
    summary="One entry of the suspects: what it is founded on, who added it, who took it away",
    permission=READ,
    scope=SCOPE,
    answers=SuspectRecord,
    load=_load,
)
