"""The Tables of payment returns and of their lines."""

from retaguarda.bank_files.model import STATUSES
from retaguarda.foundation.column import REAIS, Column
from retaguarda.foundation.table import Table
from retaguarda.payouts.return_files.model import EFFECTS
from retaguarda.payouts.return_files.queries import PREVIEW, SCOPE

FILES = Table(
    name="payouts.return_files",
    path="/v1/payouts/return-files",
    summary="Return files of payments, and what became of them",
    permission=PREVIEW,
    scope=SCOPE,
    # A file whose upload is incomplete is not listed.
    source="(select * from return_file where status <> 'receiving' and family = 'payment') f",
    company="f.company_id",
    key="f.id",
    order_by="created_at",
    columns=(
        Column("id", "f.id", "id", searched=True),
        Column("created_at", "f.created_at", "time", sortable=True),
        Column("name", "f.name", searched=True),
        Column("status", "f.status", "choice", choices=STATUSES[1:]),
        Column("bank", "f.bank"),
        Column("bank_name", "f.bank_name"),
        Column("agreement", "f.agreement", searched=True),
        Column("sequence", "f.sequence", "integer"),
        Column("entries", "f.entries", "integer"),
        Column("paid", "f.paid", "money", currency=REAIS, nullable=True),
        Column("size", "f.size", "integer"),
        Column("actor", "f.actor"),
        Column("applied_at", "f.applied_at", "time"),
        Column("applied_by", "f.applied_by"),
    ),
)

LINES = Table(
    name="payouts.return_lines",
    path="/v1/payouts/return-lines",
    summary="What payment returns say, payment by payment, and what would follow or did",
    permission=PREVIEW,
    scope=SCOPE,
    source=(
        "(select *, file_id || ':' || to_char(number, 'FM0000000000') as id from payment_line) l"
        " join return_file r on r.company_id = l.company_id and r.id = l.file_id"
        " left join remittance m on m.company_id = l.company_id and m.id = l.remittance_id"
        " left join company k on k.id = l.merchant_id"
    ),
    company="l.company_id",
    key="l.id",
    key_type=str,
    order_by="number",
    columns=(
        Column("id", "l.id"),
        Column("file_id", "l.file_id", "id"),
        Column("number", "l.number", "integer", sortable=True),
        Column("segment", "l.segment"),
        Column("codes", "l.codes"),
        Column("code", "l.code"),
        Column("meaning", "l.meaning"),
        Column("reference", "l.reference", searched=True),
        Column("bank_ref", "l.bank_ref", searched=True),
        Column("payee_name", "l.payee_name"),
        Column("payee_document", "l.payee_document", "document", searched=True),
        Column("amount", "l.amount", "money", currency="l.currency"),
        Column("paid", "l.paid", "money", currency="l.currency"),
        Column("paid_on", "l.paid_on::text"),
        Column("authentication", "l.authentication"),
        Column("effect", "l.effect", "choice", choices=EFFECTS),
        Column("why", "l.why"),
        Column("payout_id", "l.payout_id", "id", nullable=True),
        Column("remittance_id", "l.remittance_id", "id", nullable=True),
        Column("remittance_sequence", "m.sequence", "integer"),
        Column("done_at", "l.done_at", "time"),
        Column("merchant_id", "l.merchant_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
