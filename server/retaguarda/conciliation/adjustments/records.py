"""One adjustment with the merchant's balance, and others that look like it."""

from uuid import UUID

import msgspec

from retaguarda.account.statement.model import AVAILABLE
from retaguarda.conciliation.adjustments.model import AdjustmentRecord, AlikeAdjustment
from retaguarda.conciliation.adjustments.queries import find_adjustment
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.timeline import moments_of

#: Events, and others of the same amount, on a page.
MOST = 50

_ALIKE = """
    select o.id, o.number, o.created_at, o.status from merchant_note n
      join merchant_note o on o.company_id = n.company_id and o.amount = n.amount and o.currency = n.currency and o.id <> n.id
       and o.status <> 'draft' and o.created_at between n.created_at - interval '30 days' and n.created_at + interval '30 days'
     where n.id = %(id)s order by o.created_at desc limit %(most)s
"""
_BESIDE = """
    select approval_makers(%(person)s) && n.makers as mine,
           (select r.id from ledger_journal r where r.company_id = n.company_id and r.reverses = n.journal_id) as reversed_by,
           coalesce((select a.posted - a.held from ledger_account a
                      where a.company_id = n.company_id and a.code = %(code)s and a.currency = n.currency), 0) as available
      from merchant_note n where n.id = %(id)s
"""


async def _load(tx: Tx, principal: Principal, adjustment: UUID) -> AdjustmentRecord | None:
    found = await find_adjustment(tx, adjustment)
    key = {"id": adjustment, "person": principal.person_id, "code": AVAILABLE, "most": MOST}
    beside = await tx.one(_BESIDE, key)
    if found is None or beside is None:
        return None
    return AdjustmentRecord(
        **msgspec.structs.asdict(found),
        available=Money(beside["available"], found.amount.currency),
        mine=beside["mine"],
        reversed_by=beside["reversed_by"],
        alike=msgspec.convert(await tx.all(_ALIKE, key), list[AlikeAdjustment]),
        timeline=await moments_of(tx, {"company": 1, "subject": str(adjustment), "most": MOST}),
    )


ADJUSTMENT_RECORD = Record(
    path="/v1/conciliation/adjustments/{id:str}",
    summary="One adjustment",
    permission=Permission.STATEMENT_TRANSACTION_FIX,
    scope=HOUSE,
    answers=AdjustmentRecord,
    load=_load,
)
