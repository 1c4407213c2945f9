"""The lists of reference rates and of tax rules."""

from retaguarda.exchange.model import DIRECTIONS, TAX_KINDS
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

READ, WRITE = Permission.EXCHANGE_BANK_READ, Permission.EXCHANGE_BANK_WRITE
SCOPE = HOUSE

RATES = Table(
    name="exchange.rates",
    path="/v1/exchange/rates",
    summary="Reference rates as central banks published them",
    permission=READ,
    scope=SCOPE,
    source="exchange_rate r",
    company="r.company_id",
    key="r.id",
    order_by="published_at",
    columns=(
        Column("id", "r.id", "id"),
        Column("published_at", "r.published_at", "time", sortable=True),
        Column("day", "r.day::text", sortable=True),
        Column("currency", "r.currency", searched=True, sortable=True),
        Column("bulletin", "r.bulletin"),
        Column("buy", "trim_scale(r.buy)::text"),
        Column("sell", "trim_scale(r.sell)::text"),
        Column("source", "r.source"),
        Column("sha256", "encode(r.sha256, 'hex')"),
        Column("fetched_at", "r.fetched_at", "time"),
        Column("fetched_by", "r.fetched_by"),
    ),
)

_STATE = (
    "(case when r.valid_from > (now() at time zone 'America/Sao_Paulo')::date then 'coming'"
    " when r.id = (select t.id from exchange_tax_in_force(r.kind, r.direction, (now() at time zone 'America/Sao_Paulo')::date) t)"
    " then 'in_force' else 'past' end)"
)

TAX_RULES = Table(
    name="exchange.tax_rules",
    path="/v1/exchange/tax-rules",
    summary="Rules of the tax on exchange (IOF) with their norms",
    permission=READ,
    scope=SCOPE,
    source="exchange_tax_rule r",
    company="r.company_id",
    key="r.id",
    order_by="valid_from",
    columns=(
        Column("id", "r.id", "id"),
        Column("valid_from", "r.valid_from::text", sortable=True),
        Column("kind", "r.kind", "choice", choices=TAX_KINDS),
        Column("direction", "r.direction", "choice", choices=DIRECTIONS),
        Column("percent", "trim_scale(r.percent)::text"),
        Column("state", _STATE, "choice", choices=("in_force", "coming", "past")),
        Column("source", "r.source", searched=True),
        Column("created_at", "r.created_at", "time"),
        Column("created_by", "r.created_by"),
    ),
)
