"""The Table of searches for blind spots."""

from retaguarda.compliance.pld_blind_spots.model import SEARCH_STATUSES
from retaguarda.compliance.pld_rules.tables import READ, WRITE
from retaguarda.foundation.column import Column
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

__all__ = ["READ", "SEARCHES", "WRITE"]

SEARCHES = Table(
    name="pld.blind_spots",
    path="/v1/pld-engine/blind-spots",
    summary="Searches for what the PLD rules do not see",
    permission=READ,
    scope=HOUSE,
    source="""pld_blind_spot_search s left join pld_rule r on r.id = s.rule_id
        left join pld_rule_version v on v.id = s.version_id""",
    company="s.company_id",
    key="s.id",
    order_by="asked_at",
    columns=(
        Column("id", "s.id", "id", searched=True),
        Column("number", "s.number", "integer", sortable=True),
        Column("asked_at", "s.asked_at", "time", sortable=True),
        Column("rule", "'PLD-' || lpad(r.number::text, 2, '0') || ' ' || v.name"),
        Column("version", "v.version", "integer"),
        Column("rules", "jsonb_array_length(s.rules)", "integer"),
        Column("currency", "s.currency::text"),
        Column(
            "silent_ways",
            "(select count(*) from jsonb_array_elements(s.silent) e where e ->> 'limit' = 'none')",
            "integer",
        ),
        Column(
            "patterns_seen",
            "(select count(*) from jsonb_array_elements(s.planted) e where e -> 'found' <> 'null')",
            "integer",
        ),
        Column("status", "s.status", "choice", choices=SEARCH_STATUSES),
        Column("asked_by", "s.asked_by"),
    ),
)
