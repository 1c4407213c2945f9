"""The Tables of charges and of payments under review."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table
from retaguarda.payin.charges.model import KINDS, REVIEW_REASONS, STATUSES

#: Refunds of a charge that wait for approval, minor units; computed for the rows of the page only.
REFUNDS_ASKED = (
    "coalesce((select sum(a.reserved) from published.approval_request a where a.company_id = c.company_id and a.subject = c.id::text"
    " and a.state = 'awaiting' and a.expires_at > now() and a.reserves is not null), 0)::bigint"
)

CHARGES = Table(
    name="payin.payments",
    path="/v1/payin/charges",
    summary="Charges and their outcome",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=MERCHANT,
    # A left join, although each charge has a company: a count can then skip it.
    source="charge c left join company k on k.id = c.company_id",
    company="c.company_id",
    key="c.id",
    order_by="created_at",
    columns=(
        Column("id", "c.id", "id", searched=True),
        Column("created_at", "c.created_at", "time", sortable=True),
        Column("txid", "c.txid", searched=True),
        Column("end_to_end_id", "c.end_to_end_id", searched=True),
        Column("payer_name", "c.payer_name", searched=True, named="payer_word"),
        Column("payer_document", "c.payer_document", "document", searched=True),
        Column("method", "'pix'", "choice", choices=("pix",)),
        Column("kind", "c.kind", "choice", choices=KINDS),
        Column("due_date", "c.due_date::text"),
        Column("status", "c.status", "choice", choices=STATUSES),
        Column("reference", "c.reference", searched=True),
        Column("description", "c.description"),
        Column("amount", "c.amount", "money", currency="c.currency", sortable=True, searched=True),
        Column("fee", "c.fee", "money", currency="c.currency"),
        Column("net", "(c.paid - c.fee)", "money", currency="c.currency"),
        Column("refunded", "c.refunded", "money", currency="c.currency"),
        Column("has_refund", "(c.refunded > 0)", "flag"),
        Column("awaiting_approval", REFUNDS_ASKED, "money", currency="c.currency"),
        Column("expires_at", "c.expires_at", "time"),
        Column("paid_at", "c.paid_at", "time"),
        Column("processor", "c.processor"),
        Column("batch", "c.batch", "id", nullable=True),
        Column("company_id", "c.company_id", "integer"),
        Column("company_name", "k.name"),
        Column("last_error", "c.last_error"),
    ),
)

REVIEWS = Table(
    name="payin.reviews",
    path="/v1/payin/reviews",
    summary="Pix received that nobody asked for in this way: unknown, late, twice, or with another amount",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=MERCHANT,
    source="(select * from pix_payment where status = 'under_review') p left join company k on k.id = p.company_id",
    company="p.company_id",
    key="p.end_to_end_id",
    key_type=str,
    order_by="received_at",
    columns=(
        Column("end_to_end_id", "p.end_to_end_id", searched=True),
        Column("received_at", "p.received_at", "time", sortable=True),
        Column("paid_at", "p.paid_at", "time"),
        Column("charge_id", "p.charge_id", "id", searched=True, nullable=True),
        Column("txid", "p.txid", searched=True),
        Column("payer_name", "p.payer_name"),
        Column("payer_document", "p.payer_document", "document", searched=True),
        Column("amount", "p.amount", "money", currency="p.currency"),
        Column(
            "expected",
            "(select c.amount from charge c where c.company_id = p.company_id and c.id = p.charge_id)",
            "money",
            currency="p.currency",
            summed=False,
            nullable=True,
        ),
        Column("review_reason", "p.review_reason", "choice", choices=REVIEW_REASONS),
        Column(
            "giving_back",
            "exists (select from refund r where r.end_to_end_id = p.end_to_end_id and r.status in ('requested', 'processing'))",
            "flag",
        ),
        Column("company_id", "p.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
