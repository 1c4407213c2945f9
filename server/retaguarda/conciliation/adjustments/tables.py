"""The list of adjustments of every merchant."""

from retaguarda.account.notes.model import REASONS, STATUSES, TYPES
from retaguarda.conciliation.adjustments.model import ORIGINS
from retaguarda.conciliation.adjustments.queries import SOURCE
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

ADJUSTMENTS = Table(
    name="conciliation.adjustments",
    path="/v1/conciliation/adjustments",
    summary="What the provider credited to merchants or took from them beside payments",
    permission=Permission.STATEMENT_TRANSACTION_FIX,
    scope=HOUSE,
    source=SOURCE,
    # What is of the whole house is not narrowed to one company.
    company="1",
    key="n.id",
    order_by="created_at",
    columns=(
        Column("id", "n.id", "id", searched=True),
        Column("created_at", "n.created_at", "time", sortable=True),
        Column("number", "n.number", "integer"),
        Column("merchant_id", "n.company_id", "integer"),
        Column("merchant_name", "k.name"),
        Column("type", "n.type", "choice", choices=TYPES),
        Column("reason", "n.reason", "choice", choices=REASONS),
        # Credits and debits mix, so a sum would mean nothing.
        Column("amount", "n.amount", "money", currency="n.currency", sortable=True, searched=True, summed=False),
        Column("description", "n.description"),
        Column("origin", "n.origin", "choice", choices=ORIGINS),
        Column("evidence", "n.evidence"),
        Column("due_date", "n.due_date::text"),
        Column("status", "n.status", "choice", choices=STATUSES[1:]),
        Column("created_by", "n.created_by"),
        Column("posted_by", "n.posted_by"),
        Column("posted_at", "n.posted_at", "time"),
        Column("journal_id", "n.journal_id", "id", searched=True, nullable=True),
    ),
)
