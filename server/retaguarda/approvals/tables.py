"""Requests as they are shown: the list, and one of them."""

from typing import Any
from uuid import UUID

import msgspec

from retaguarda.approvals.deciding import VISIBLE
from retaguarda.approvals.model import STATES, ApprovalRecord, DecisionMade, DelegationMade, Demand, EditMade, Pending
from retaguarda.foundation.call import Call, Who
from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, uuid_of
from retaguarda.foundation.table import Table
from retaguarda.ledger.plan import CommandPlan

#: Everybody who may be in the dashboard sees what they asked for; others' requests are seen with a permission of their own.
PERMISSION = Permission.COMPANIES_READ

#: Time passes without anybody writing it down.
_STATUS = "(case when a.state = 'awaiting' and a.expires_at <= now() then 'expired' else a.state end)"
_OPEN = "(a.state = 'awaiting' and approval_open_to(a.id, (select scope_person())))"

APPROVALS = Table(
    name="approvals.requests",
    path="/v1/approvals",
    summary="What waits for a second person, and what became of it",
    permission=PERMISSION,
    source=f"(select * from approval_request a where {VISIBLE}) a left join company k on k.id = a.company_id",
    company="a.company_id",
    key="a.id",
    order_by="created_at",
    columns=(
        Column("id", "a.id", "id", searched=True),
        Column("created_at", "a.created_at", "time", sortable=True),
        Column("maker", "a.maker", sortable=True, searched=True),
        Column("command", "a.command", sortable=True, searched=True),
        Column("subject", "a.subject", searched=True),
        Column("about", "coalesce(a.plan ->> 'about', '')"),
        Column("company_id", "a.company_id", "integer"),
        Column("company_name", "k.name"),
        Column("amount", "a.amount", "money"),
        Column("status", _STATUS, "choice", sortable=True, choices=STATES),
        Column("expires_at", "a.expires_at", "time", sortable=True),
        Column("closed_at", "a.closed_at", "time"),
        Column("round", "a.round", "integer"),
        Column("mine", "((select scope_person()) = any (a.makers))", "flag"),
        Column("mine_to_decide", _OPEN, "flag"),
    ),
)


async def of_request(tx: Tx, who: Who, call: Call) -> int | None:
    """The company of the request that a path names; None when it is not there for the caller."""
    return await tx.value(
        f"select a.company_id from approval_request a where a.id = %(id)s and a.company_id = any(%(seen)s) and {VISIBLE}",
        {"id": uuid_of(call.path_params["id"]), "seen": list(who.companies)},
    )


async def _load(tx: Tx, who: Who, request: UUID) -> ApprovalRecord | None:
    asked: dict[str, Any] = {"id": request, "company": who.chosen(), "person": who.person_id}
    row = await tx.one(
        f"select a.*, {_STATUS} as status, {_OPEN} as may_decide, approval_emergency_of(a.id, %(person)s) as may_emergency,"
        " k.name as company_name from approval_request a left join company k on k.id = a.company_id"
        f" where a.id = %(id)s and a.company_id = %(company)s and {VISIBLE}",
        asked,
    )
    if row is None:
        return None
    decisions = await tx.all(
        "select round, actor, kind, reason, factor, at from approval_decision where request_id = %(id)s order by at",
        asked,
    )
    delegations = await tx.all(
        "select actor, delegate, note, at from approval_delegation where request_id = %(id)s order by at", asked
    )
    others = await tx.all(
        "select a.id, a.command, a.plan ->> 'about' as about, a.maker, a.amount, a.created_at from approval_request a where a.company_id = %(company)s"
        " and a.subject = %(subject)s and a.subject <> '' and a.state = 'awaiting' and a.expires_at > now() and a.id <> %(id)s"
        f" and {VISIBLE} order by a.created_at limit 50",
        asked | {"subject": row["subject"]},
    )
    told: dict[str, Any] = {name: row[name] for name in ApprovalRecord.__struct_fields__ if name in row}
    told |= {
        "amount": _money(row["amount"]),
        "today": _money(row["today"]),
        "plan": msgspec.convert(row["plan"], CommandPlan),
        "demands": msgspec.convert(row["demands"], list[Demand]),
        "decisions": [DecisionMade(**each) for each in decisions],
        "edits": msgspec.convert(row["edits"], list[EditMade]),
        "delegations": [DelegationMade(**each) for each in delegations],
        "others": [_pending(each) for each in others],
        "may_cancel": row["status"] == "awaiting" and who.person_id in row["makers"],
        "may_edit": row["status"] == "awaiting" and who.person_id == row["maker_id"],
    }
    return ApprovalRecord(**told)


def _pending(row: Row) -> Pending:
    about = row["about"] or ""
    return Pending(row["id"], row["command"], about, row["maker"], _money(row["amount"]), row["created_at"])


def _money(amount: int | None) -> Money | None:
    return None if amount is None else Money(amount)


APPROVAL_RECORD = Record(
    path="/v1/approvals/{id:str}",
    summary="One request: its plan, who decided, and what else waits on the same",
    permission=PERMISSION,
    answers=ApprovalRecord,
    load=_load,
)
