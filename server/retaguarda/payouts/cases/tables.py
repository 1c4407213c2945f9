"""The list of cases, for staff alone."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.table import Table
from retaguarda.payouts.cases.model import KINDS, OUTCOMES, SOURCES, STATUSES
from retaguarda.payouts.verify_factor import FACTOR_STAFF

DECIDE = Permission.PAYOUT_EXCEPTION_DECIDE

CASES = Table(
    name="payouts.cases",
    path="/v1/payouts/cases",
    summary="What the bank did and no payment explains, and how each case ended",
    permission=DECIDE,
    scope=FACTOR_STAFF,
    source=(
        "payout_case c left join payout p on p.company_id = c.company_id and p.id = c.payout_id left join company k on k.id = c.company_id"
    ),
    company="c.company_id",
    key="c.id",
    order_by="opened_at",
    columns=(
        Column("id", "c.id", "id", searched=True),
        Column("opened_at", "c.opened_at", "time", sortable=True),
        Column("kind", "c.kind", "choice", choices=KINDS),
        Column("amount", "c.amount", "money", currency="c.currency", sortable=True),
        Column("holder_name", "p.holder_name"),
        Column("status", "c.status", "choice", choices=STATUSES),
        Column("outcome", "c.outcome", "choice", choices=OUTCOMES, nullable=True),
        Column("reference", "c.reference", searched=True),
        Column("source", "c.source", "choice", choices=SOURCES),
        Column("payout_id", "c.payout_id", "id", searched=True, nullable=True),
        Column("proposed_by", "c.proposed_by"),
        Column("settled_by", "c.settled_by"),
        Column("settled_at", "c.settled_at", "time"),
        Column("company_id", "c.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
