"""The list of franchise units."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT, with_second_factor
from retaguarda.foundation.table import Table
from retaguarda.payouts.franchises.model import QUALIFICATIONS, STATUSES
from retaguarda.payouts.franchises.queries import SPENT

READ = Permission.PAYOUT_FRANCHISES_READ

FRANCHISES = Table(
    name="payouts.franchises",
    path="/v1/payouts/franchises",
    summary="Units that merchants pay through, their contracts and budgets",
    permission=READ,
    scope=with_second_factor(MERCHANT),
    source=f"franchise_unit u left join company k on k.id = u.company_id cross join {SPENT} s",
    company="u.company_id",
    key="u.id",
    order_by="created_at",
    columns=(
        Column("id", "u.id", "id", searched=True),
        Column("created_at", "u.created_at", "time", sortable=True),
        Column("name", "u.name", sortable=True, searched=True, words="string_to_array(lower(u.name), ' ')"),
        Column("document", "u.document", "document", searched=True),
        Column("status", "u.status", "choice", choices=STATUSES),
        Column(
            "qualification",
            "(case when franchise_problems(u.company_id, u.id) = '{}' then 'qualified' else 'incomplete' end)",
            "choice",
            choices=QUALIFICATIONS,
        ),
        Column("contract", "u.contract", searched=True),
        Column("valid_to", "(u.valid_to::timestamp at time zone k.time_zone)", "time"),
        Column("royalty", "u.royalty", "integer"),
        Column("budget", "u.budget", "money", currency="u.currency", nullable=True),
        Column("spent", "s.amount", "money", currency="u.currency"),
        Column("company_id", "u.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
