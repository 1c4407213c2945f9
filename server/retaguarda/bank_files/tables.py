"""The Tables of return files and of their lines."""

from retaguarda.bank_files.duplicate_payments import day_sql, duplicate_sql
from retaguarda.bank_files.model import EFFECTS, STATUSES
from retaguarda.foundation.column import REAIS, Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT, VISIBLE
from retaguarda.foundation.table import Table

FILES = Table(
    name="payin.return_files",
    path="/v1/payin/return-files",
    summary="Return files of banks, and what became of them",
    permission=Permission.PAYIN_RETURN_FILE_PREVIEW,
    scope=MERCHANT,
    # A file whose upload is incomplete is not listed.
    source="(select * from return_file where status <> 'receiving' and family = 'collection') f left join company k on k.id = f.company_id",
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
        Column("layout", "f.layout"),
        Column("sequence", "f.sequence", "integer"),
        Column("entries", "f.entries", "integer"),
        Column("paid", "f.paid", "money", currency=REAIS, nullable=True),
        Column("size", "f.size", "integer"),
        Column("actor", "f.actor"),
        Column("applied_at", "f.applied_at", "time"),
        Column("applied_by", "f.applied_by"),
        Column("company_id", "f.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)


def _brought(found: str) -> str:
    """Return SQL for the other file that reported the line's payment, where none came of the line; evaluated now,
    whenever the file was parsed.
    """
    sql = duplicate_sql(
        "l",
        bank="r.bank",
        agreement="r.agreement",
        file="l.file_id",
        day=day_sql("l", generated="r.generated_on", created="r.created_at"),
        found=found,
    )
    return f"case when l.effect = 'already' or l.effect in ('unknown', 'review') and l.decision is null and l.why is distinct from 'reversal' then ({sql}) end"


LINES = Table(
    name="payin.return_lines",
    path="/v1/payin/return-lines",
    summary="What return files say, title by title, and what would follow or did",
    permission=Permission.PAYIN_RETURN_FILE_PREVIEW,
    scope=VISIBLE,
    source=(
        "(select *, file_id || ':' || to_char(number, 'FM0000000000') as id from return_line) l"
        " join return_file r on r.company_id = l.company_id and r.id = l.file_id left join charge c on c.company_id = l.merchant_id and c.id = l.charge_id left join company k on k.id = l.merchant_id"
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
        Column("occurrence", "l.occurrence"),
        Column("meaning", "l.meaning"),
        Column("bank_ref", "l.bank_ref", searched=True),
        Column("reference", "c.reference", searched=True),
        Column("payer_name", "l.payer_name"),
        Column("payer_document", "l.payer_document", "document", searched=True),
        Column("amount", "l.amount", "money", currency=REAIS),
        Column("paid", "l.paid", "money", currency=REAIS),
        Column("fee", "l.fee", "money", currency=REAIS),
        Column("due_on", "l.due_on::text"),
        Column("occurred_on", "l.occurred_on::text"),
        Column("credit_on", "l.credit_on::text"),
        Column("effect", "l.effect", "choice", choices=EFFECTS),
        Column("why", "l.why"),
        Column("asked", "c.amount", "money", currency=REAIS, nullable=True),
        Column("charge_id", "l.charge_id", "id", nullable=True),
        Column("done_at", "l.done_at", "time"),
        Column("decision", "l.decision"),
        Column("decided_by", "l.decided_by"),
        Column("note", "l.note"),
        Column("brought_file", _brought("f.id"), "id", nullable=True),
        Column("brought_name", _brought("f.name")),
        Column("brought_line", _brought("m.line"), "integer"),
        Column("merchant_id", "l.merchant_id", "integer"),
        Column("company_name", "k.name"),
        Column("company_id", "l.company_id", "integer"),
    ),
)
