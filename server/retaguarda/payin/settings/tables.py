"""The Table of merchants with their settings."""

from retaguarda.foundation.column import REAIS, Column
from retaguarda.foundation.scope import ALL_VISIBLE
from retaguarda.foundation.table import Table
from retaguarda.payin.settings.model import METHODS
from retaguarda.payin.settings.records import PATH, READ

_METHODS = f"array(select m from unnest(array{list(METHODS)}) m where (select t.accepted from payin_terms(k.id, m) t))"

SETTINGS = Table(
    name="payin.settings",
    path=PATH,
    summary="Merchants and the settings of their pay-in",
    permission=READ,
    scope=ALL_VISIBLE,
    source="(select k.*, o.version, (o.company_id is not null or exists (select from payin_method m where m.company_id = k.id))"
    " as own from company k left join payin_setting o on o.company_id = k.id) k"
    " cross join lateral payin_terms(k.id, 'immediate') t",
    company="k.id",
    key="k.id::text",
    key_type=str,
    order_by="company_id",
    columns=(
        Column("company_id", "k.id", "integer", sortable=True, searched=True),
        Column("company_name", "k.name", sortable=True, searched=True, words="string_to_array(lower(k.name), ' ')"),
        Column("methods", _METHODS, "choice", choices=METHODS, many=True),
        Column("minimum", "t.minimum", "money", currency=REAIS, summed=False, nullable=True),
        Column("maximum", "t.maximum", "money", currency=REAIS, summed=False, nullable=True),
        Column("expires_in", "t.expires_in", "integer"),
        Column("valid_days", "t.valid_days", "integer"),
        Column("percentage", "to_char(payin_basis_points(k.id) / 100.0, 'FM990.00')"),
        Column("own", "k.own", "flag"),
    ),
)
