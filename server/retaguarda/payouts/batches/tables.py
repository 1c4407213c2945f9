"""The Tables of batches and of their lines."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.mask_key import masked_key
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.table import Table
from retaguarda.payouts.batches.model import CATEGORIES, STATUSES
from retaguarda.payouts.batches.queries import BROUGHT, OUTCOME

PAYOUT_BATCHES = Table(
    name="payouts.batches",
    path="/v1/payouts/batches",
    summary="Files of payments, and what became of them",
    permission=Permission.PAYOUT_PAYMENT_READ,
    scope=BROUGHT,
    # A file whose upload is incomplete is not listed.
    source="(select * from payout_batch where status <> 'receiving') b left join company k on k.id = b.company_id",
    company="b.company_id",
    key="b.id",
    order_by="created_at",
    columns=(
        Column("id", "b.id", "id", searched=True),
        Column("created_at", "b.created_at", "time", sortable=True),
        Column("name", "b.name"),
        Column("source", "b.source", "choice", choices=("file", "paste", "again", "split", "api")),
        Column("format", "b.format"),
        Column("sha256", "left(encode(b.sha256, 'hex'), 12)"),
        Column("status", "b.status", "choice", choices=STATUSES[1:]),
        Column("lines", "b.lines", "integer"),
        Column("good", "b.good", "integer"),
        Column("bad", "b.bad", "integer"),
        Column("warned", "b.warned", "integer"),
        Column("total", "(b.amount + b.fee)", "money", currency="b.currency", sortable=True),
        Column("fee", "b.fee", "money", currency="b.currency"),
        Column("done", "b.done", "integer"),
        Column("failed", "b.failed", "integer"),
        Column(
            "returned",
            "(select coalesce(sum(p.returned), 0)::bigint from payout p"
            " where p.company_id = b.company_id and p.batch_id = b.id and p.returned > 0)",
            "money",
            currency="b.currency",
            summed=False,
        ),
        Column("actor", "b.actor"),
        Column("approved_by", "payout_approvers(b.company_id, array[b.id], null)"),
        Column("authorised_at", "b.authorised_at", "time"),
        Column("authorised_by", "b.authorised_by"),
        Column("root", "left(encode(b.root, 'hex'), 12)"),
        Column("company_id", "b.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)

PAYOUT_LINES = Table(
    name="payouts.batch_lines",
    path="/v1/payouts/batch-lines",
    summary="Lines of batches: what each would pay, its problems, and its outcome",
    permission=Permission.PAYOUT_PAYMENT_READ,
    scope=BROUGHT,
    source=(
        "(select *, batch_id || ':' || to_char(number, 'FM0000000000') as id from payout_line) l"
        " left join payout p on p.company_id = l.company_id and p.id = l.payout_id"
    ),
    company="l.company_id",
    key="l.id",
    key_type=str,
    order_by="number",
    columns=(
        Column("id", "l.id"),
        Column("batch_id", "l.batch_id", "id"),
        Column("number", "l.number", "integer", sortable=True),
        Column("name", "l.name"),
        Column("document", "l.document", "document", searched=True),
        Column("kind", "l.kind"),
        Column("pix_key", masked_key("l")),
        Column("pix_key_kind", "l.pix_key_kind"),
        Column("bank_name", "l.bank_name"),
        Column("branch", "l.branch"),
        Column("account", "l.account"),
        Column("method", "l.method", "choice", choices=("pix", "ted")),
        Column("amount", "l.amount", "money", currency="l.currency", nullable=True),
        Column("fee", "l.fee", "money", currency="l.currency"),
        Column("scheduled_for", "l.scheduled_for::text"),
        Column("description", "l.description"),
        Column("external_id", "l.external_id", searched=True),
        Column("category", "l.category", "choice", choices=CATEGORIES),
        Column("problems", "l.problems::text"),
        Column("warnings", "l.warnings::text"),
        Column("excluded_by", "l.excluded_by"),
        Column("payout_id", "l.payout_id", "id", nullable=True, searched=True),
        Column("status", OUTCOME),
        Column("end_to_end_id", "p.end_to_end_id", searched=True),
        Column("ended_at", "p.ended_at", "time"),
        Column("fail_code", "p.fail_code"),
        Column("company_id", "l.company_id", "integer"),
    ),
)
