"""The Tables of PLD alerts and cases, of the terms that run, and of the merchants that rules look at."""

from retaguarda.compliance.pld_alerts.model import ALERT_STATUSES, CASE_STATES, PROPOSALS, REASONS
from retaguarda.compliance.pld_rules.model import SEVERITIES, TARGETS
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

READ, WRITE = Permission.COMPLIANCE_OCCURRENCES_READ, Permission.COMPLIANCE_OCCURRENCES_WRITE
CASES_READ, CASES_WRITE = Permission.COMPLIANCE_CASES_READ, Permission.COMPLIANCE_CASES_WRITE
DUE = ("overdue", "today", "days_7", "later", "done")

_TODAY = "(now() at time zone 'America/Sao_Paulo')::date"


def due_state(over: str, day: str) -> str:
    """SQL of how near a day is; ``over``: nobody waits any more."""
    return (
        f"case when {over} then 'done' when {day} < {_TODAY} then 'overdue' when {day} = {_TODAY} then 'today'"
        f" when {day} <= {_TODAY} + 7 then 'days_7' else 'later' end"
    )


_DECIDED = "a.status in ('escalated', 'dismissed', 'cleared')"
#: Whose work it is, for whoever asks.
ASSIGNED = ("me", "nobody", "somebody", "done")


def _assigned(over: str, person: str) -> str:
    return (
        f"case when {over} then 'done' when {person} is null then 'nobody'"
        f" when {person} = (select scope_person()) then 'me' else 'somebody' end"
    )


#: Of alerts that were decided, what was within 30 days.
DECIDED = ("open", "days_30", "before")
_DECIDED_WHEN = f"case when not ({_DECIDED}) then 'open' when a.decided_at > now() - interval '30 days' then 'days_30' else 'before' end"
_CASE_OVER = "f.state in ('decided', 'communicated', 'closed')"
_SUBJECT_DOCUMENT = "case when {0}.target = 'end_user' then {0}.subject else m.document end"

ALERTS = Table(
    name="pld.alerts",
    path="/v1/pld-engine/alerts",
    summary="PLD alerts with what fired and until when they are selected",
    permission=READ,
    scope=HOUSE,
    source="""pld_alert a join pld_rule r on r.id = a.rule_id join pld_rule_version v on v.id = a.version_id
        left join company m on m.id = a.subject_company left join person p on p.id = a.assignee
        left join case_file f on f.id = a.case_id""",
    whole="pld_alert a",
    company="a.company_id",
    key="a.id",
    order_by="created_at",
    columns=(
        Column("id", "a.id", "id", searched=True),
        Column("number", "a.number", "integer", sortable=True),
        Column("created_at", "a.created_at", "time", sortable=True),
        Column("updated_at", "a.updated_at", "time", sortable=True),
        Column("rule", "v.name"),
        Column("rule_number", "r.number", "integer", searched=True),
        Column("version", "v.version", "integer"),
        Column("target", "a.target", "choice", choices=TARGETS),
        Column("document", _SUBJECT_DOCUMENT.format("a"), "document", searched=True),
        Column("name", "a.name", searched=True, words="string_to_array(lower(a.name), ' ') || lower(a.name)"),
        Column("severity", "a.severity", "choice", choices=SEVERITIES),
        Column("triggers", "a.triggers", "integer", sortable=True),
        Column("amount", "a.amount", "money", sortable=True, currency="a.currency"),
        Column("first_at", "a.first_at", "time"),
        Column("last_at", "a.last_at", "time", sortable=True),
        Column("selection_due", "a.selection_due::text", sortable=True),
        Column("due", due_state(_DECIDED, "a.selection_due"), "choice", choices=DUE),
        Column("assignee", "p.email"),
        Column("assigned", _assigned(_DECIDED, "a.assignee"), "choice", choices=ASSIGNED),
        Column("decided", _DECIDED_WHEN, "choice", choices=DECIDED),
        Column("decided_at", "a.decided_at", "time"),
        Column("reason", "a.reason", "choice", choices=tuple(each.id for each in REASONS), nullable=True),
        Column("case_protocol", "f.protocol", searched=True),
        Column("status", "a.status", "choice", choices=ALERT_STATUSES),
    ),
)

CASES = Table(
    name="pld.cases",
    path="/v1/pld-engine/cases",
    summary="Cases of PLD with their stage and until when they are analysed",
    permission=CASES_READ,
    scope=HOUSE,
    source="""pld_case c join case_file f on f.company_id = c.company_id and f.id = c.case_id
        left join company m on m.id = c.subject_company left join person p on p.id = f.owner_id
        left join lateral (select a.currency::text, sum(a.amount)::bigint as amount from pld_alert a where a.case_id = c.case_id
                            group by 1 order by 2 desc, 1 limit 1) n on true""",
    company="c.company_id",
    key="c.case_id",
    order_by="opened_at",
    columns=(
        Column("id", "c.case_id", "id", searched=True),
        Column("protocol", "f.protocol", searched=True, sortable=True),
        Column("opened_at", "f.opened_at", "time", sortable=True),
        Column("name", "f.requester_name", searched=True, words="string_to_array(lower(f.requester_name), ' ')"),
        Column("document", _SUBJECT_DOCUMENT.format("c"), "document", searched=True),
        Column("target", "c.target", "choice", choices=TARGETS),
        Column("alerts", "(select count(*) from pld_alert a where a.case_id = c.case_id)", "integer"),
        # Of the currency in which its alerts say most.
        Column("amount", "n.amount", "money", currency="n.currency", nullable=True),
        Column("owner", "p.email"),
        Column("assigned", _assigned(_CASE_OVER, "f.owner_id"), "choice", choices=ASSIGNED),
        Column("due_on", "f.due_on::text", sortable=True),
        Column("due", due_state(_CASE_OVER, "f.due_on"), "choice", choices=DUE),
        Column("state", "f.state", "choice", choices=CASE_STATES),
        Column("proposal", "coalesce(c.proposal, '')", "choice", choices=("", *PROPOSALS)),
        Column("decision", "coalesce(c.decision, '')", "choice", choices=("", *PROPOSALS)),
        Column("communicate_due", "c.communicate_due::text"),
        Column(
            "coaf_number",
            "(select max(o.coaf_number) from coaf_communication o where o.case_id = c.case_id)",
        ),
    ),
)

CLOCKS = Table(
    name="pld.clocks",
    path="/v1/pld-engine/clocks",
    summary="Everything of PLD that the law gives a term, with its article",
    permission=READ,
    scope=HOUSE,
    source="pld_term t left join person p on p.id = t.assignee",
    company="t.company_id",
    key="t.clock || ':' || t.id",
    key_type=str,
    order_by="due_on",
    columns=(
        Column("id", "t.id", "id", searched=True),
        Column("clock", "t.clock", "choice", choices=("selection", "analysis", "communication")),
        Column("thing", "t.thing", searched=True),
        Column("name", "t.name"),
        Column("began_at", "t.began_at", "time"),
        Column("assignee", "p.email"),
        Column("days", "t.days", "integer"),
        Column("unit", "t.unit", "choice", choices=("business", "calendar")),
        Column("used", "t.used", "integer", sortable=True),
        Column("due_on", "t.due_on::text", sortable=True),
        Column("due", due_state("t.ended", "t.due_on"), "choice", choices=DUE),
        Column("norm", "t.norm"),
    ),
)

MERCHANTS = Table(
    name="pld.merchants",
    path="/v1/pld-engine/merchants",
    summary="Merchants as the PLD rules see them",
    permission=READ,
    scope=HOUSE,
    source="company m",
    company="m.id",
    key="m.id",
    key_type=int,
    order_by="id",
    columns=(
        Column("id", "m.id", "integer", sortable=True, searched=True),
        Column("name", "m.name"),
        Column("document", "m.document", "document", searched=True),
        Column("risk", "m.risk", "choice", choices=("low", "medium", "high", "very_high")),
        Column("alerts", "(select count(*) from pld_alert a where a.subject_company = m.id)", "integer"),
        Column("created_at", "m.created_at", "time", sortable=True),
    ),
)
