"""The list of opened disputes."""

from retaguarda.account.disputes.model import REASONS, STATUSES
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table

SOURCE = "med_claim m join payout t on t.company_id = m.company_id and t.id = m.payout_id"

CLAIMS = Table(
    name="account.claims",
    path="/v1/account/disputes",
    summary="Pix that were sent and are asked back (MED): what the receiver's bank says, what came back",
    permission=Permission.PAYIN_WITHDRAWALS_READ,
    scope=MERCHANT,
    source=f"{SOURCE} left join company k on k.id = m.company_id",
    company="m.company_id",
    key="m.id",
    order_by="opened_at",
    columns=(
        Column("id", "m.id", "id", searched=True),
        Column("opened_at", "m.opened_at", "time", sortable=True),
        Column("payout_id", "m.payout_id", "id", searched=True),
        Column("end_to_end_id", "m.end_to_end_id", searched=True),
        Column("reason", "m.reason", "choice", choices=REASONS),
        Column("status", "m.status", "choice", choices=STATUSES),
        Column("holder_name", "t.holder_name"),
        Column("amount", "m.amount", "money", currency="m.currency", sortable=True),
        Column("returned", "m.returned", "money", currency="m.currency"),
        Column("due_at", "m.due_at", "time"),
        Column("ended_at", "m.ended_at", "time"),
        Column("company_id", "m.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
