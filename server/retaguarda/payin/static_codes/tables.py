"""The Table of static codes."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table
from retaguarda.payin.static_codes.model import STATUSES

_STATUS = "case when s.disabled_at is null then 'active' else 'disabled' end"

#: Payments of a code; the index on charge (static_code) serves it.
SUMS = (
    "lateral (select count(*) filter (where c.paid > 0) as payments, coalesce(sum(c.paid), 0)::bigint as received"
    " from charge c where c.company_id = s.company_id and c.static_code = s.id) p"
)

STATIC_CODES = Table(
    name="payin.codes",
    path="/v1/payin/codes",
    summary="Static codes and what was paid with them",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=MERCHANT,
    source=f"static_code s left join company k on k.id = s.company_id cross join {SUMS}",
    company="s.company_id",
    key="s.id",
    order_by="created_at",
    columns=(
        Column("id", "s.id", "id", searched=True),
        Column("created_at", "s.created_at", "time", sortable=True),
        Column("name", "s.name", sortable=True),
        Column("txid", "s.txid", searched=True),
        Column("amount", "s.amount", "money", currency="s.currency", summed=False, nullable=True),
        Column("message", "s.message"),
        Column("status", _STATUS, "choice", choices=STATUSES),
        Column("payments", "p.payments", "integer"),
        Column("received", "p.received", "money", currency="s.currency"),
        Column("company_id", "s.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
