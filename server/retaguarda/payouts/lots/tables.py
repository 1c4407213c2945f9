"""The Table of lots."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE, with_second_factor
from retaguarda.foundation.table import Table
from retaguarda.payouts.lots.model import STATES

READ = Permission.PAYOUT_PROCESSORS_READ

LOTS = Table(
    name="payouts.lots",
    path="/v1/payouts/lots",
    summary="Lots that banks got by API, and what became of them",
    permission=READ,
    scope=with_second_factor(HOUSE),
    source="payout_lot m join payout_processor p on p.company_id = m.company_id and p.id = m.processor_id",
    company="m.company_id",
    key="m.id",
    order_by="created_at",
    columns=(
        Column("id", "m.id", "id", searched=True),
        Column("created_at", "m.created_at", "time", sortable=True),
        Column("state", "m.state", "choice", choices=STATES),
        Column("processor", "p.name", searched=True),
        Column("processor_id", "m.processor_id", "id"),
        Column("request_number", "m.request_number", "integer"),
        Column("method", "m.method", "choice", choices=("pix", "ted")),
        Column("day", "m.day::text"),
        Column("lines", "m.lines", "integer"),
        Column("amount", "m.amount", "money", currency="m.currency", sortable=True),
        Column("submitted_at", "m.submitted_at", "time"),
        Column("released_at", "m.released_at", "time"),
        Column("ended_at", "m.ended_at", "time"),
        Column("last_error", "coalesce(m.last_error, m.refusal)"),
    ),
)
