"""One approval: its plan, its decisions, and what else waits on the same subject."""

from typing import Any
from uuid import UUID

import msgspec

from retaguarda.approvals.decide_request import VISIBLE_REQUESTS
from retaguarda.approvals.mask_input import mask_change, mask_input
from retaguarda.approvals.model import ApprovalRecord, DecisionMade, DelegationMade, Demand, EditMade, Pending
from retaguarda.approvals.tables import OF_REQUEST, OPEN, PERMISSION, STATUS
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.money import money_or_none
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.ledger.plan import CommandPlan


async def _load(tx: Tx, principal: Principal, approval: UUID) -> ApprovalRecord | None:
    params: dict[str, Any] = {"id": approval, "company": principal.chosen(), "person": principal.person_id}
    row = await tx.one(
        f"select a.*, {STATUS} as status, {OPEN} as may_decide, approval_emergency_of(a.id, %(person)s) as may_emergency,"
        " approval_missing(a.id) as missing, k.name as company_name from approval_request a left join company k on k.id = a.company_id"
        f" where a.id = %(id)s and a.company_id = %(company)s and {VISIBLE_REQUESTS}",
        params,
    )
    if row is None:
        return None
    decisions = await tx.all(
        "select round, actor, kind, reason, factor, at from approval_decision where request_id = %(id)s order by at",
        params,
    )
    delegations = await tx.all(
        "select actor, delegate, note, at from approval_delegation where request_id = %(id)s order by at", params
    )
    others = await tx.all(
        "select a.id, a.command, a.plan ->> 'about' as about, a.maker, a.amount, a.currency, a.created_at from approval_request a where a.company_id = %(company)s"
        " and a.subject = %(subject)s and a.subject <> '' and a.state = 'awaiting' and a.expires_at > now() and a.id <> %(id)s"
        f" and {VISIBLE_REQUESTS} order by a.created_at limit 50",
        params | {"subject": row["subject"]},
    )
    fields: dict[str, Any] = {name: row[name] for name in ApprovalRecord.__struct_fields__ if name in row}
    awaiting, given = row["status"] == "awaiting", row["input"]
    may_edit = awaiting and principal.person_id == row["maker_id"]
    fields |= {
        "input": mask_input(given),
        "whole_input": given if may_edit else None,
        "amount": money_or_none(row["amount"], row["currency"]),
        "today": money_or_none(row["today"], row["currency"]),
        "plan": msgspec.convert(row["plan"], CommandPlan),
        "demands": msgspec.convert(row["demands"], list[Demand]),
        "decisions": [DecisionMade(**each) for each in decisions],
        "edits": [_edit(each) for each in msgspec.convert(row["edits"], list[EditMade])],
        "delegations": [DelegationMade(**each) for each in delegations],
        "others": [_pending(each) for each in others],
        "may_cancel": awaiting and principal.person_id in row["makers"],
        "may_edit": may_edit,
    }
    return ApprovalRecord(**fields)


def _edit(made: EditMade) -> EditMade:
    return msgspec.structs.replace(made, changes=[mask_change(each) for each in made.changes])


def _pending(row: Row) -> Pending:
    about = row["about"] or ""
    return Pending(
        row["id"], row["command"], about, row["maker"], money_or_none(row["amount"], row["currency"]), row["created_at"]
    )


APPROVAL_RECORD = Record(
    path="/v1/approvals/{id:str}",
    summary="One request: its plan, who decided, and what else waits on the same",
    permission=PERMISSION,
    scope=OF_REQUEST,
    answers=ApprovalRecord,
    load=_load,
)
