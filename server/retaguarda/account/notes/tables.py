"""The list of merchant notes."""

from retaguarda.account.notes.model import REASONS, STATUSES, TYPES
from retaguarda.account.notes.queries import SEEN
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import CHOSEN_MERCHANT
from retaguarda.foundation.table import Table

NOTES = Table(
    name="account.notes",
    path="/v1/account/notes",
    summary="Notes to a merchant; a merchant sees what was posted",
    permission=Permission.STATEMENT_CLIENT_READ,
    scope=CHOSEN_MERCHANT,
    source=SEEN,
    company="n.company_id",
    key="n.id",
    order_by="created_at",
    columns=(
        Column("id", "n.id", "id", searched=True),
        Column("created_at", "n.created_at", "time", sortable=True),
        Column("number", "n.number", "integer", sortable=True),
        Column("type", "n.type", "choice", choices=TYPES),
        Column("reason", "n.reason", "choice", choices=REASONS),
        Column("description", "n.description"),
        Column("status", "n.status", "choice", choices=STATUSES),
        Column("due_date", "n.due_date::text"),
        # Credits and debits mix, so a sum would mean nothing.
        Column("amount", "n.amount", "money", currency="n.currency", sortable=True, summed=False),
        Column("posted_at", "n.posted_at", "time"),
        Column("journal_id", "n.journal_id", "id", searched=True, nullable=True),
        Column("created_by", "n.created_by", internal=True),
        Column("posted_by", "n.posted_by", internal=True),
        Column("company_id", "n.company_id", "integer"),
    ),
)
