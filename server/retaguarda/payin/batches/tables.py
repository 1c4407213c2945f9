"""The Table of batches."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table
from retaguarda.payin.batches.model import STATUSES

BATCHES = Table(
    name="payin.batches",
    path="/v1/payin/batches",
    summary="Batches of charges and what became of their lines",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=MERCHANT,
    source="charge_batch b left join company k on k.id = b.company_id",
    company="b.company_id",
    key="b.id",
    order_by="created_at",
    columns=(
        Column("id", "b.id", "id", searched=True),
        Column("created_at", "b.created_at", "time", sortable=True),
        Column("description", "b.description"),
        Column("status", "b.status", "choice", choices=STATUSES),
        Column("total", "b.total", "integer"),
        Column("made", "b.made", "integer"),
        Column("denied", "b.denied", "integer"),
        Column("amount", "b.amount", "money", currency="b.currency"),
        Column("finished_at", "b.finished_at", "time"),
        Column("company_id", "b.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
