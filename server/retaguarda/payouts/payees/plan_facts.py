"""Describes a payee and its destination, for the person who decides: plans, approvals and their list read this one place."""

from uuid import UUID

import msgspec

from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.mask_key import masked_key
from retaguarda.foundation.request import Principal
from retaguarda.payouts.payees.model import Payee
from retaguarda.payouts.payees.tables import SHOWN_NUMBER


class _Place(msgspec.Struct):
    bank_name: str | None
    branch: str | None
    number: str | None
    pix_key: str | None
    found_name: str | None


_PLACE = (
    f"select d.bank_name, d.branch, {SHOWN_NUMBER} as number, {masked_key('d')} as pix_key,"
    " d.found ->> 'found_name' as found_name from payee_destination d where d.company_id = %(company)s and d.id = %(id)s"
)


async def of_payee(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise a Command on a payee: who it is."""
    payee: Payee = done.result
    return plan_summary(payee.name, {"name": payee.name, "payee_document": payee.document})


async def of_destination(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise a Command on a destination: who is paid there, where it is, and whom the directory names."""
    payee: Payee = done.result
    facts = {"name": payee.name, "payee_document": payee.document}
    values = {"company": payee.company_id, "id": UUID(str(done.data["destination"]))}
    row = await tx.one(_PLACE, values)
    if row is not None:
        place = msgspec.structs.asdict(msgspec.convert(row, _Place))
        facts |= {name: value for name, value in place.items() if value is not None}
    return plan_summary(payee.name, facts)
