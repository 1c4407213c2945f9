"""The lists of exceptions and of rules."""

from retaguarda.conciliation.matching.model import (
    EXCEPTION_KINDS,
    EXCEPTION_STATES,
    RULE_RUNGS,
    RULE_STATES,
    SEVERITIES,
)
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

#: Matches that a rule found in the last 30 days, and those of them that a person undid or refused.
_HITS = (
    "left join lateral (select count(*) as hits, count(*) filter (where g.state in ('undone', 'rejected')) as undone from match_group g"
    " where g.company_id = r.company_id and g.rule_id = r.id and g.made_at > now() - interval '30 days') g on true"
)

RULES = Table(
    name="conciliation.rules",
    path="/v1/conciliation/rules",
    summary="Rules of matching beyond what is exact, with how often they are right",
    permission=READ,
    scope=HOUSE,
    source=("conciliation_rule r join house_account h on h.company_id = r.company_id and h.id = r.account_id " + _HITS),
    company="r.company_id",
    key="r.id",
    order_by="created_at",
    columns=(
        Column("id", "r.id", "id", searched=True),
        Column("created_at", "r.created_at", "time", sortable=True),
        Column("name", "r.name", searched=True, sortable=True),
        Column("account_name", "h.name"),
        Column("rung", "(case r.rung when 7 then 'tolerance' else 'learned' end)", "choice", choices=RULE_RUNGS),
        Column("position", "r.position", "integer", sortable=True),
        Column("version", "r.version", "integer"),
        Column("tolerance", "r.tolerance", "money", currency="r.currency", summed=False),
        Column("days", "r.days", "integer"),
        Column("pattern", "coalesce(r.pattern, r.shape)", nullable=True),
        Column("hits", "g.hits", "integer"),
        Column("undone", "g.undone", "integer"),
        Column(
            "precision", "(case when g.hits > 0 then round(1 - g.undone::numeric / g.hits, 4)::text end)", nullable=True
        ),
        Column("state", "r.state", "choice", choices=RULE_STATES),
        Column("created_by", "r.created_by"),
        Column("decided_by", "r.decided_by", nullable=True),
    ),
)
