"""The Tables of recurrences and of recurring charges."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table
from retaguarda.recurrences.model import CHARGE_STATUSES, JOURNEYS, PERIODICITIES, RECURRENCE_STATUSES, RETRY_POLICIES

RECURRENCES = Table(
    name="payin.recurrences",
    path="/v1/payin/recurrences",
    summary="Recurrences: payers' standing authorisations",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=MERCHANT,
    source="recurrence r left join company k on k.id = r.company_id",
    company="r.company_id",
    key="r.id",
    order_by="created_at",
    columns=(
        Column("id", "r.id", "id", searched=True),
        Column("created_at", "r.created_at", "time", sortable=True),
        Column("id_rec", "r.id_rec", searched=True),
        Column("contract", "r.contract", searched=True),
        Column("object", "r.object"),
        Column("payer_name", "r.payer_name"),
        Column("payer_document", "r.payer_document", "document", searched=True),
        Column("periodicity", "r.periodicity", "choice", choices=PERIODICITIES),
        Column("starts_on", "r.starts_on::text"),
        Column("ends_on", "r.ends_on::text"),
        Column("amount", "r.amount", "money", currency="r.currency", nullable=True),
        Column("minimum", "r.minimum", "money", currency="r.currency", nullable=True),
        Column("retry_policy", "r.retry_policy", "choice", choices=RETRY_POLICIES),
        Column("journey", "r.journey", "choice", choices=JOURNEYS),
        Column("agreement", "r.agreement"),
        Column("automatic", "r.automatic", "flag"),
        Column("next_due", "r.next_due::text"),
        Column(
            "failures",
            "(select count(*) from recurring_charge f where f.company_id = r.company_id and f.recurrence_id = r.id"
            " and f.status in ('rejected', 'expired', 'failed'))",
            "integer",
        ),
        Column("status", "r.status", "choice", choices=RECURRENCE_STATUSES),
        Column("end_code", "r.end_code"),
        Column("processor", "r.processor"),
        Column("company_id", "r.company_id", "integer"),
        Column("company_name", "k.name"),
        Column("last_error", "r.last_error"),
    ),
)

RECURRING_CHARGES = Table(
    name="pix.charges",
    path="/v1/pix/charges",
    summary="Charges of recurring cycles",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=MERCHANT,
    source="recurring_charge c join recurrence r on r.company_id = c.company_id and r.id = c.recurrence_id"
    " left join company k on k.id = c.company_id",
    company="c.company_id",
    key="c.id",
    order_by="created_at",
    columns=(
        Column("id", "c.id", "id", searched=True),
        Column("created_at", "c.created_at", "time", sortable=True),
        # Midnight in Brasília, where due days are counted.
        Column("due_on", f"(c.due_on::timestamp at time zone '{BRASILIA}')", "time", sortable=True),
        Column("txid", "c.txid", searched=True),
        Column("id_rec", "r.id_rec", searched=True),
        Column("contract", "r.contract", searched=True),
        Column("payer_name", "r.payer_name"),
        Column("payer_document", "r.payer_document", "document", searched=True),
        Column("cycle", "c.cycle", "integer"),
        Column("amount", "c.amount", "money", currency="c.currency", sortable=True),
        Column("paid", "c.paid", "money", currency="c.currency"),
        Column("fee", "c.fee", "money", currency="c.currency"),
        Column("tries", "c.tries", "integer"),
        Column("next_attempt", "c.next_attempt::text"),
        Column("status", "c.status", "choice", choices=CHARGE_STATUSES),
        Column("end_code", "c.end_code"),
        Column("agreement", "r.agreement"),
        Column("paid_at", "c.paid_at", "time"),
        Column("end_to_end_id", "c.end_to_end_id", searched=True),
        Column("recurrence_id", "c.recurrence_id", "id"),
        Column("company_id", "c.company_id", "integer"),
        Column("company_name", "k.name"),
        Column("last_error", "c.last_error"),
    ),
)
