"""The list of merchants with the settings of their payouts."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import ALL_VISIBLE
from retaguarda.foundation.table import Table
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payouts.settings.commands import PATH
from retaguarda.payouts.verify_factor import guarded

#: SQL of the currency of the limits: the function payout_rules answers it for no merchant.
_CURRENCY = f"'{PIX_CURRENCY}'"

#: SQL of the currency of these sums.
CURRENCY = f"'{PIX_CURRENCY}'"

SETTINGS = Table(
    name="payouts.settings",
    path=PATH,
    summary="Merchants and the settings of their payouts",
    permission=Permission.PAYOUT_SETTINGS_READ,
    scope=guarded(ALL_VISIBLE),
    source="company k cross join lateral payout_rules(k.id) r",
    company="k.id",
    key="k.id::text",
    key_type=str,
    order_by="company_id",
    columns=(
        Column("company_id", "k.id", "integer", sortable=True, searched=True),
        Column("company_name", "k.name", sortable=True, searched=True, words="string_to_array(lower(k.name), ' ')"),
        Column("fee", "r.fee", "money", currency=_CURRENCY, summed=False),
        Column("most", "r.most", "money", currency=_CURRENCY, summed=False),
        Column("first_most", "r.first_most", "money", currency=_CURRENCY, summed=False, nullable=True),
        Column("day_most", "r.day_most", "money", currency=_CURRENCY, summed=False, nullable=True),
        Column("night_most", "r.night_most", "money", currency=_CURRENCY, summed=False, nullable=True),
        Column("queue", "r.queue", "flag"),
        Column("duplicates", "r.duplicates", "choice", choices=("off", "warn", "refuse")),
        Column("allow_list", "r.allow_list", "choice", choices=("off", "warn", "trusted")),
        Column("version", "r.version", "integer"),
        Column("own", "(r.version > 0)", "flag"),
    ),
)
