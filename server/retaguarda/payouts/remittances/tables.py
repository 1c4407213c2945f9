"""The Table of remittances."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE, with_second_factor
from retaguarda.foundation.table import Table
from retaguarda.payouts.remittances.model import STATES

READ = Permission.PAYOUT_RETURN_FILE_LIVE

REMITTANCES = Table(
    name="payouts.remittances",
    path="/v1/payouts/remittances",
    summary="Payment files that banks get, and what became of them",
    permission=READ,
    scope=with_second_factor(HOUSE),
    source="remittance m join payout_processor p on p.company_id = m.company_id and p.id = m.processor_id",
    company="m.company_id",
    key="m.id",
    order_by="created_at",
    columns=(
        Column("id", "m.id", "id", searched=True),
        Column("created_at", "m.created_at", "time", sortable=True),
        Column("state", "m.state", "choice", choices=STATES),
        Column("processor", "p.name", searched=True),
        Column("processor_id", "m.processor_id", "id"),
        Column("bank", "p.bank"),
        Column("agreement", "p.agreement"),
        Column("sequence", "m.sequence", "integer"),
        Column("day", "m.day::text"),
        Column("lines", "m.lines", "integer"),
        Column("amount", "m.amount", "money", currency="m.currency", sortable=True),
        Column("sha256", "encode(m.sha256, 'hex')"),
        Column("actor", "m.actor"),
        Column("sealed_at", "m.sealed_at", "time"),
        Column("sealed_by", "m.sealed_by"),
        Column("delivered_at", "m.delivered_at", "time"),
        Column("ended_at", "m.ended_at", "time"),
    ),
)
