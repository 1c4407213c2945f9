"""The list of suspects, for staff alone."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE, with_second_factor
from retaguarda.foundation.table import Table
from retaguarda.payouts.suspects.model import CAUSES, KINDS, STATUSES

READ, WRITE = Permission.PAYOUT_QUALIFICATION_READ, Permission.PAYOUT_QUALIFICATION_WRITE
SCOPE = with_second_factor(HOUSE)
STATUS = "(case when s.removed_at is not null then 'removed' when s.until <= now() then 'expired' else 'active' end)"

SUSPECTS = Table(
    name="payouts.suspects",
    path="/v1/payouts/suspects",
    summary="Destinations and documents to which nothing is paid",
    permission=READ,
    scope=SCOPE,
    source="suspect s",
    company="s.company_id",
    key="s.id",
    order_by="added_at",
    columns=(
        Column("id", "s.id", "id", searched=True),
        Column("added_at", "s.added_at", "time", sortable=True),
        Column("shown", "s.shown", searched=True),
        Column("kind", "s.kind", "choice", choices=KINDS),
        Column("cause", "s.cause", "choice", choices=CAUSES),
        Column("status", STATUS, "choice", choices=STATUSES),
        Column("until", "s.until", "time"),
        Column("added_by", "s.added_by"),
        Column("removed_at", "s.removed_at", "time"),
        Column("removed_by", "s.removed_by"),
    ),
)
