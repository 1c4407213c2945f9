"""The Table of refunds."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table
from retaguarda.payin.charges.model import REFUND_STATUSES

REFUNDS = Table(
    name="payin.refunds",
    path="/v1/payin/refunds",
    summary="What went back to payers, and what is on its way",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=MERCHANT,
    source="refund r left join charge c on c.company_id = r.company_id and c.id = r.charge_id"
    " left join company k on k.id = r.company_id",
    company="r.company_id",
    key="r.id",
    order_by="created_at",
    columns=(
        Column("id", "r.id", "id", searched=True),
        Column("created_at", "r.created_at", "time", sortable=True),
        Column("charge_id", "r.charge_id", "id", searched=True, nullable=True),
        Column("end_to_end_id", "r.end_to_end_id", searched=True),
        Column("rtr_id", "r.rtr_id", searched=True),
        Column("payer_name", "c.payer_name"),
        Column("payer_document", "c.payer_document", "document", searched=True),
        Column("reason", "r.reason"),
        Column("status", "r.status", "choice", choices=REFUND_STATUSES),
        Column("amount", "r.amount", "money", currency="r.currency", sortable=True),
        Column("settled_at", "r.settled_at", "time"),
        Column("company_id", "r.company_id", "integer"),
        Column("company_name", "k.name"),
        Column("last_error", "r.last_error"),
    ),
)
