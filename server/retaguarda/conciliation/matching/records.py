"""One exception with what it is about."""

from uuid import UUID

import msgspec

from retaguarda.conciliation.matching.model import ExceptionRecord
from retaguarda.conciliation.matching.queries import find_exception
from retaguarda.conciliation.statements.tables import READ
from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.timeline import moments_of

#: Events on a page.
MOST = 100

_ABOUT = """
    select coalesce(l.description, e.kind, '') as description, coalesce(l.end_to_end_id, e.end_to_end_id, '') as end_to_end_id, e.merchant_id
      from conciliation_exception x
      left join bank_line l on l.company_id = x.company_id and l.id = x.line_id
      left join expectation e on e.company_id = x.company_id and e.id = x.expectation_id
     where x.company_id = 1 and x.id = %(id)s
"""


async def _load(tx: Tx, principal: Principal, exception: UUID) -> ExceptionRecord | None:
    found = await find_exception(tx, exception)
    about = await tx.one(_ABOUT, {"id": exception})
    if found is None or about is None:
        return None
    return ExceptionRecord(
        **msgspec.structs.asdict(found),
        **about,
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(exception), "most": MOST}),
    )


EXCEPTION_RECORD = Record(
    path="/v1/conciliation/exceptions/{id:str}",
    summary="One exception with what it is about",
    permission=READ,
    scope=HOUSE,
    answers=ExceptionRecord,
    load=_load,
)
