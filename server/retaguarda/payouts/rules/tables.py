"""The Table of versions of the rules for payments."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.rule_versions import STATUSES
from retaguarda.foundation.scope import HOUSE, with_second_factor
from retaguarda.foundation.table import Table

READ = Permission.PAYOUT_SETTINGS_READ
HOUSE_FACTOR = with_second_factor(HOUSE)

RULES = Table(
    name="payouts.rules",
    path="/v1/payouts/rules",
    summary="Versions of the rules that hold, refuse and route payments",
    permission=READ,
    scope=HOUSE_FACTOR,
    source="payout_rule_version r",
    company="r.company_id",
    key="r.id",
    order_by="number",
    columns=(
        Column("id", "r.id", "id", searched=True),
        Column("number", "r.number", "integer", sortable=True),
        Column("name", "r.name", searched=True, words="string_to_array(lower(r.name), ' ') || lower(r.name)"),
        Column("status", "r.status", "choice", choices=STATUSES),
        Column("groups", "jsonb_array_length(r.groups)", "integer"),
        Column("written_by", "r.written_by"),
        Column("approved_by", "r.approved_by"),
        Column("activated_by", "r.activated_by"),
        Column("activated_at", "r.activated_at", "time"),
        Column("created_at", "r.created_at", "time", sortable=True),
        Column("updated_at", "r.updated_at", "time", sortable=True),
    ),
)
