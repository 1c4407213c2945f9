"""The Table of versions of the routes."""

from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.rule_versions import VERSION_COLUMNS
from retaguarda.foundation.scope import HOUSE, with_second_factor
from retaguarda.foundation.table import Table

READ = Permission.PAYOUT_PROCESSORS_READ
HOUSE_FACTOR = with_second_factor(HOUSE)

ROUTES = Table(
    name="payouts.routes",
    path="/v1/payouts/routes",
    summary="Versions of the routes that say which processor gets which order",
    permission=READ,
    scope=HOUSE_FACTOR,
    source="payout_route_version r",
    company="r.company_id",
    key="r.id",
    order_by="number",
    columns=VERSION_COLUMNS,
)
