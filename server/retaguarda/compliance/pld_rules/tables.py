"""The Tables of PLD rules, of their backtests, and of a backtest's episodes."""

from retaguarda.compliance.pld_rules.model import BACKTEST_STATUSES, RULE_TYPES, SEVERITIES, STATUSES, TARGETS
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

READ, WRITE = Permission.COMPLIANCE_RULES_READ, Permission.COMPLIANCE_RULES_WRITE

#: What whoever keeps the rules has to look at: errors of a day, and a rule in force that found nothing in 90 days.
HEALTH = ("errors", "silent", "running", "off")
_HEALTH = """case when v.status <> 'active' then 'off'
    when exists (select from pld_hit h where h.rule_id = r.id and h.effect = 'error' and h.evaluated_at > now() - interval '1 day')
      then 'errors'
    when v.activated_at < now() - interval '90 days'
     and not exists (select from pld_hit h where h.rule_id = r.id and h.effect not in ('error', 'shadow') and h.evaluated_at > now() - interval '90 days')
      then 'silent'
    else 'running' end"""
#: Alerts about which people have decided what they were.
_LABELLED = """from pld_alert a left join pld_case c on c.case_id = a.case_id
    where a.rule_id = r.id and (a.status in ('dismissed', 'cleared') or c.decision is not null)"""

#: Minutes from taking an alert of a rule to its decision, half of them less, by the alerts that were decided within 30 days.
_MINUTES_30D = """(select count(*) * percentile_disc(0.5) within group (order by extract(epoch from a.decided_at - a.taken_at) / 60)::int
    from pld_alert a where a.rule_id = r.id and a.taken_at is not null and a.decided_at > now() - interval '30 days')"""

#: A shadow version beside the active one finds much of the same once more.
_COUNTED = "(v.status <> 'active' or h.effect <> 'shadow')"

RULES = Table(
    name="pld.rules",
    path="/v1/pld-engine/rules",
    summary="PLD rules with the version that is active, else the newest that nobody discarded",
    permission=READ,
    scope=HOUSE,
    source="""pld_rule r cross join lateral (
        select * from pld_rule_version v where v.rule_id = r.id
         order by (v.status = 'active') desc, v.status = 'discarded', v.version desc limit 1) v""",
    company="r.company_id",
    key="r.id",
    order_by="number",
    columns=(
        Column("id", "r.id", "id", searched=True),
        Column("number", "r.number", "integer", sortable=True),
        Column("name", "v.name", searched=True, words="string_to_array(lower(v.name), ' ') || lower(v.name)"),
        Column("rule_type", "v.rule_type", "choice", choices=RULE_TYPES),
        Column("target", "v.target", "choice", choices=TARGETS),
        Column("severity", "v.severity", "choice", choices=SEVERITIES),
        Column("status", "v.status", "choice", choices=STATUSES),
        Column("version", "v.version", "integer"),
        Column("typologies", "array_to_string(v.typologies, ', ')"),
        Column("period_days", "v.period_days", "integer"),
        Column("conditions", "cardinality(v.conditions)", "integer"),
        Column("health", _HEALTH, "choice", choices=HEALTH),
        Column(
            "hits_7d",
            "(select count(*) from pld_hit h where h.rule_id = r.id and h.effect <> 'error'"
            f" and {_COUNTED} and h.evaluated_at > now() - interval '7 days')",
            "integer",
        ),
        Column(
            "hits_30d",
            "(select count(*) from pld_hit h where h.rule_id = r.id and h.effect <> 'error'"
            f" and {_COUNTED} and h.evaluated_at > now() - interval '30 days')",
            "integer",
        ),
        Column(
            "open_alerts",
            "(select count(*) from pld_alert a where a.rule_id = r.id and a.status in ('triggered', 'under_review'))",
            "integer",
        ),
        Column("labelled", f"(select count(*) {_LABELLED})", "integer"),
        Column(
            "confirmed",
            f"(select count(*) {_LABELLED} and c.decision in ('communicate', 'end_relationship'))",
            "integer",
        ),
        Column("minutes_30d", _MINUTES_30D, "integer"),
        Column("lane", "v.lane", "choice", choices=("pld",)),
        Column("approved_by", "v.approved_by"),
        Column("updated_at", "v.updated_at", "time", sortable=True),
    ),
)

BACKTESTS = Table(
    name="pld.backtests",
    path="/v1/pld-engine/backtests",
    summary="Versions of PLD rules asked of the past",
    permission=READ,
    scope=HOUSE,
    source="""pld_backtest b join pld_rule r on r.id = b.rule_id join pld_rule_version v on v.id = b.version_id
        left join pld_rule_version o on o.id = b.against_id""",
    company="b.company_id",
    key="b.id",
    order_by="asked_at",
    columns=(
        Column("id", "b.id", "id", searched=True),
        Column("number", "b.number", "integer", sortable=True),
        Column("asked_at", "b.asked_at", "time", sortable=True),
        Column("rule", "'PLD-' || lpad(r.number::text, 2, '0') || ' ' || v.name"),
        Column("version", "v.version", "integer"),
        Column("against", "o.version", "integer"),
        Column("status", "b.status", "choice", choices=BACKTEST_STATUSES),
        Column("movements", "b.movements", "integer"),
        Column("episodes", "b.episodes", "integer"),
        Column("only_old", "b.only_old", "integer"),
        Column("only_new", "b.only_new", "integer"),
        Column("lost", "b.lost", "integer"),
        Column("asked_by", "b.asked_by"),
    ),
)
