"""The lists of exceptions and of what the ledger expects."""

from retaguarda.conciliation.matching.model import EXCEPTION_KINDS, EXCEPTION_STATES, SEVERITIES
from retaguarda.conciliation.statements.tables import READ
from retaguarda.foundation.column import Column
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

_TODAY = "(now() at time zone 'America/Sao_Paulo')::date"
#: By amount and age: minor units times days, of 1,000.00 for ten days and of a tenth of that.
_WEIGHT = f"(abs(x.amount) * greatest(1, {_TODAY} - x.day))"
_SEVERITY = f"(case when {_WEIGHT} >= 1000000 then 'high' when {_WEIGHT} >= 100000 then 'medium' else 'low' end)"

EXCEPTIONS = Table(
    name="conciliation.exceptions",
    path="/v1/conciliation/exceptions",
    summary="What no rule explains, until somebody has",
    permission=READ,
    scope=HOUSE,
    source=(
        "conciliation_exception x join house_account h on h.company_id = x.company_id and h.id = x.account_id"
        " left join bank_line l on l.company_id = x.company_id and l.id = x.line_id"
        " left join expectation e on e.company_id = x.company_id and e.id = x.expectation_id"
    ),
    company="x.company_id",
    key="x.id",
    order_by="opened_at",
    columns=(
        Column("id", "x.id", "id", searched=True),
        Column("opened_at", "x.opened_at", "time", sortable=True),
        Column("day", "x.day::text", sortable=True),
        Column("account_name", "h.name"),
        Column("kind", "x.kind", "choice", choices=EXCEPTION_KINDS),
        Column("amount", "x.amount", "money", currency="x.currency", sortable=True, searched=True, summed=False),
        Column("severity", _SEVERITY, "choice", choices=SEVERITIES),
        Column("description", "coalesce(l.description, e.kind)"),
        Column("end_to_end_id", "coalesce(l.end_to_end_id, e.end_to_end_id)", searched=True),
        Column("state", "x.state", "choice", choices=EXCEPTION_STATES),
        Column("owner", "x.owner"),
        Column("due_on", "x.due_on::text"),
        Column("line_id", "x.line_id", "id", nullable=True),
        Column("expectation_id", "x.expectation_id", "id", nullable=True),
        Column("resolved_at", "x.resolved_at", "time"),
        Column("resolved_by", "x.resolved_by"),
    ),
)
