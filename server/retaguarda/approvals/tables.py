"""The list of approvals, as far as the principal may see them."""

from retaguarda.approvals.decide_request import VISIBLE_REQUESTS
from retaguarda.approvals.model import STATES
from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import VISIBLE, of_subject
from retaguarda.foundation.table import Table

#: Everybody in the dashboard sees what they requested; others' requests need a permission of their own.
PERMISSION = Permission.COMPANIES_READ

#: An approval expires by time alone; a job updates the row later.
STATUS = "(case when a.state = 'awaiting' and a.expires_at <= now() then 'expired' else a.state end)"

OPEN = "(a.state = 'awaiting' and approval_open_to(a.id, (select scope_person())))"

APPROVALS = Table(
    name="approvals.requests",
    path="/v1/approvals",
    summary="What waits for a second person, and what became of it",
    permission=PERMISSION,
    scope=VISIBLE,
    source=f"(select * from approval_request a where {VISIBLE_REQUESTS}) a left join company k on k.id = a.company_id",
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
        Column("amount", "a.amount", "money", currency="a.currency", nullable=True),
        Column("status", STATUS, "choice", sortable=True, choices=STATES),
        Column("expires_at", "a.expires_at", "time", sortable=True),
        Column("closed_at", "a.closed_at", "time"),
        Column("round", "a.round", "integer"),
        Column("mine", "((select scope_person()) = any (a.makers))", "flag"),
        Column("mine_to_decide", OPEN, "flag"),
    ),
)


async def of_request(tx: Tx, principal: Principal, request: Request) -> int | None:
    """Return the company of the approval that the path names; None when the principal does not see it."""
    return await tx.value(
        f"select a.company_id from approval_request a where a.id = %(id)s and a.company_id = any(%(seen)s) and {VISIBLE_REQUESTS}",
        {"id": uuid_of(request.path_params["id"]), "seen": list(principal.companies)},
    )


OF_REQUEST = of_subject(of_request, any_account=True)

POLICIES = Table(
    name="approvals.policies",
    path="/v1/approval-policies",
    summary="Which Commands need a second person",
    permission=Permission.APPROVAL_POLICIES_READ,
    scope=VISIBLE,
    source="approval_policy p left join company k on k.id = p.company_id",
    company="p.company_id",
    key="p.id",
    order_by="created_at",
    columns=(
        Column("id", "p.id", "id", searched=True),
        Column("name", "p.name", sortable=True, searched=True, words="string_to_array(lower(p.name), ' ')"),
        Column("command", "p.command", sortable=True),
        Column("condition", "p.condition"),
        Column("permission", "p.permission"),
        Column("needed", "p.needed", "integer", sortable=True),
        Column("distinct_teams", "p.distinct_teams", "flag"),
        Column("expires_days", "p.expires_days", "integer"),
        Column("emergency", "p.emergency"),
        Column("active", "p.active", "flag"),
        Column("alone", "p.alone", "flag"),
        Column("version", "p.version", "integer"),
        Column("company_id", "p.company_id", "integer"),
        Column("company_name", "k.name"),
        Column("created_at", "p.created_at", "time", sortable=True),
        Column("updated_at", "p.updated_at", "time", sortable=True),
        Column("updated_by", "p.updated_by"),
    ),
)
