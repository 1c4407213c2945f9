"""The report of who of the staff looked at whom: a row for each person and day, for whoever decides cases."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

READ = Permission.COMPLIANCE_CASES_DECIDE
SCOPE = HOUSE
#: Days back that the report goes; looks themselves stay in the log.
DAYS = 90
STATES = ("to_review", "in_task")

LOOKS = Table(
    name="compliance.looks",
    path="/v1/compliance/looks",
    summary="Who of the staff looked at whom each day, and how often without a task of theirs",
    permission=READ,
    scope=SCOPE,
    source=f"""
        (select 1 as company_id, (l.at at time zone 'America/Sao_Paulo')::date::text as day, l.person_id, max(l.actor) as person,
                count(*)::int as looks, count(distinct l.subject)::int as subjects, count(*) filter (where l.checked)::int as checks,
                count(*) filter (where not l.assigned)::int as unassigned, max(l.at) as last_at
           from staff_look l where l.at > now() - interval '{DAYS} days' group by 2, 3) d""",
    company="d.company_id",
    key="d.day || ' ' || d.person_id",
    order_by="last_at",
    columns=(
        Column("id", "d.day || ' ' || d.person_id"),
        Column("day", "d.day", searched=True),
        Column("person", "d.person", searched=True),
        Column("looks", "d.looks", "integer", sortable=True),
        Column("subjects", "d.subjects", "integer"),
        Column("checks", "d.checks", "integer"),
        Column("unassigned", "d.unassigned", "integer", sortable=True),
        Column("state", "(case when d.unassigned > 0 then 'to_review' else 'in_task' end)", "choice", choices=STATES),
        Column("last_at", "d.last_at", "time", sortable=True),
    ),
)
