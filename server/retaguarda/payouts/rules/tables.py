"""The Table of versions of the rules for payments."""

from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.rule_versions import VERSION_COLUMNS
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
    columns=VERSION_COLUMNS,
)
