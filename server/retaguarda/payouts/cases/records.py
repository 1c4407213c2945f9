"""One case with the payment that it is about."""

from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.timeline import moments_of
from retaguarda.payouts.cases.model import PayoutCaseRecord
from retaguarda.payouts.cases.queries import case_of, find_case
from retaguarda.payouts.cases.tables import CASES, DECIDE
from retaguarda.payouts.verify_factor import FACTOR_STAFF

#: Moments of a case at most.
MOST = 100
_REPLACED_BY = (
    "select id from payout where company_id = %(company)s and replaces = %(payout)s"
    " and status not in ('failed', 'cancelled', 'rejected')"
)


async def _load(tx: Tx, principal: Principal, case: UUID) -> PayoutCaseRecord | None:
    row = await find_case(tx, list(principal.companies), case)
    if row is None:
        return None
    key = {"company": row.company_id, "payout": row.payout_id, "subject": str(case), "most": MOST}
    return PayoutCaseRecord(
        **{name: getattr(case_of(row), name) for name in msgspec.structs.asdict(case_of(row))},
        payout_status=row.payout_status,
        origin=row.origin,
        company_name=row.company_name,
        replaced_by=await tx.value(_REPLACED_BY, key),
        may_settle=row.status == "proposed" and row.proposed_by_id != principal.person_id,
        timeline=await moments_of(tx, key),
    )


CASE_RECORD = Record(
    path=f"{CASES.path}/{{id:str}}",
    summary="One case: what the bank did, its payment, how it is to end and who agreed",
    permission=DECIDE,
    scope=FACTOR_STAFF,
    answers=PayoutCaseRecord,
    load=_load,
)
