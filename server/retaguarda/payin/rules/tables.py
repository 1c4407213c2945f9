"""The Table of versions of the rules."""

from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.rule_versions import VERSION_COLUMNS
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

READ = Permission.PAYIN_RULE_READ

RULES = Table(
    name="payin.rules",
    path="/v1/payin/rules",
    summary="Versions of the rules that send charges to processors",
    permission=READ,
    scope=HOUSE,
    source="payin_rule_version r",
    company="r.company_id",
    key="r.id",
    order_by="number",
    columns=VERSION_COLUMNS,
)
