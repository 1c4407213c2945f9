"""The lists of return notices and of their lines."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.table import Table
from retaguarda.payouts.refunds.notices.model import OUTCOMES, RESULTS, STATUSES
from retaguarda.payouts.refunds.notices.queries import SCOPE, SHOWN_RESULT, UPLOAD

NOTICES = Table(
    name="payouts.return_notices",
    path="/v1/payouts/return-notices",
    summary="Files that tell which payments came back",
    permission=UPLOAD,
    scope=SCOPE,
    source="return_notice n left join company k on k.id = n.company_id",
    company="n.company_id",
    key="n.id",
    order_by="created_at",
    columns=(
        Column("id", "n.id", "id", searched=True),
        Column("created_at", "n.created_at", "time", sortable=True),
        Column("name", "n.name", sortable=True, searched=True),
        Column("status", "n.status", "choice", choices=STATUSES),
        Column("lines", "n.lines", "integer"),
        Column("matched", "n.matched", "integer"),
        Column("known", "n.known", "integer"),
        Column("over", "n.over", "integer"),
        Column("unknown", "n.unknown", "integer"),
        Column("bad", "n.bad", "integer"),
        Column("amount", "n.amount", "money", currency="n.currency"),
        Column("actor", "n.actor"),
        Column("applied_at", "n.applied_at", "time"),
        Column("applied_by", "n.applied_by"),
        Column("company_id", "n.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)

NOTICE_LINES = Table(
    name="payouts.return_notice_lines",
    path="/v1/payouts/return-notice-lines",
    summary="What each line of a return notice tells, would do and came to",
    permission=UPLOAD,
    scope=SCOPE,
    source="return_notice_line l left join payout t on t.company_id = l.company_id and t.id = l.payout_id",
    company="l.company_id",
    key="(l.notice_id || '/' || l.number)",
    key_type=str,
    order_by="number",
    columns=(
        Column("number", "l.number", "integer", sortable=True),
        Column("notice_id", "l.notice_id", "id"),
        Column("outcome", "l.outcome", "choice", choices=OUTCOMES),
        Column("problem", "l.problem"),
        Column("reference", "l.reference", searched=True),
        Column("payment", "l.payment", searched=True),
        Column("payment_id", "l.payout_id", "id", nullable=True),
        Column("holder_name", "t.holder_name"),
        Column("amount", "l.amount", "money", currency="l.currency", nullable=True),
        Column("remaining", "l.remaining", "money", currency="l.currency", nullable=True, summed=False),
        Column("returned_on", "l.returned_on::text"),
        Column("reason", "l.reason"),
        Column("result", SHOWN_RESULT, "choice", choices=RESULTS, nullable=True),
        Column("left_why", "l.left_why"),
        Column("case_id", "l.case_id", "id", nullable=True),
    ),
)
