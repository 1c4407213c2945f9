"""The Table of payload locations."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table
from retaguarda.payin.locations.model import KINDS, STATUSES

LOCATIONS = Table(
    name="payin.locations",
    path="/v1/payin/locations",
    summary="Payload locations and the charges that are found there",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=MERCHANT,
    source="payload_location l left join charge c on c.company_id = l.company_id and c.id = l.charge_id"
    " left join company k on k.id = l.company_id",
    company="l.company_id",
    key="l.id",
    order_by="created_at",
    columns=(
        Column("id", "l.id", "id", searched=True),
        Column("created_at", "l.created_at", "time", sortable=True),
        Column("name", "l.name", sortable=True),
        Column("kind", "l.kind", "choice", choices=KINDS),
        Column("status", "l.status", "choice", choices=STATUSES),
        Column("number", "l.number", "integer"),
        Column("location", "l.location"),
        Column("charge_id", "l.charge_id", "id", nullable=True),
        Column("txid", "c.txid", searched=True),
        Column("processor", "l.processor"),
        Column("company_id", "l.company_id", "integer"),
        Column("company_name", "k.name"),
        Column("last_error", "l.last_error"),
    ),
)
