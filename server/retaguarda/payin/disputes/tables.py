"""The Table of disputes."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table
from retaguarda.payin.disputes.model import REASONS, STATUSES
from retaguarda.payin.disputes.queries import MISSING

CASES = Table(
    name="payin.med",
    path="/v1/payin/disputes",
    summary="Payments that the payer's bank asks back (MED): what is set aside, until when to answer, what went back",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=MERCHANT,
    source="med_case m join pix_payment p on p.end_to_end_id = m.end_to_end_id left join company k on k.id = m.company_id",
    company="m.company_id",
    key="m.id",
    order_by="opened_at",
    columns=(
        Column("id", "m.id", "id", searched=True),
        Column("opened_at", "m.opened_at", "time", sortable=True),
        Column("end_to_end_id", "m.end_to_end_id", searched=True),
        Column("charge_id", "m.charge_id", "id", searched=True, nullable=True),
        Column("reason", "m.reason", "choice", choices=REASONS),
        Column("status", "m.status", "choice", choices=STATUSES),
        Column("payer_name", "p.payer_name"),
        Column("payer_document", "p.payer_document", "document", searched=True),
        Column("payer_bank", "m.payer_bank"),
        Column("asked", "m.asked", "money", currency="m.currency"),
        Column("amount", "m.amount", "money", currency="m.currency", sortable=True),
        Column("agreed", "m.agreed", "money", currency="m.currency", nullable=True),
        Column("blocked", "m.blocked", "money", currency="m.currency"),
        Column("returned", "m.returned", "money", currency="m.currency"),
        Column("missing", MISSING, "money", currency="m.currency"),
        Column("due_at", "m.due_at", "time"),
        Column("answered_at", "m.answered_at", "time"),
        Column("decision", "m.decision"),
        Column("decided_at", "m.decided_at", "time"),
        Column("ended_at", "m.ended_at", "time"),
        Column("company_id", "m.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
