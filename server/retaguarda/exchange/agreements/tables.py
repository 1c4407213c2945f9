"""The list of agreements; what the provider earns by them is for staff alone."""

from retaguarda.exchange.agreements.model import STATES
from retaguarda.exchange.model import DIRECTIONS, TAX_KINDS
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table

READ, WRITE = Permission.EXCHANGE_AGREEMENT_READ, Permission.EXCHANGE_AGREEMENT_WRITE

AGREEMENTS = Table(
    name="exchange.agreements",
    path="/v1/exchange/agreements",
    summary="On what terms merchants' money is exchanged",
    permission=READ,
    scope=MERCHANT,
    source="exchange_agreement a join company k on k.id = a.company_id",
    company="a.company_id",
    key="a.id",
    order_by="created_at",
    columns=(
        Column("id", "a.id", "id", searched=True),
        Column("created_at", "a.created_at", "time", sortable=True),
        Column("company_id", "a.company_id", "integer"),
        Column("company_name", "k.name"),
        Column("currency", "a.currency", searched=True, sortable=True),
        Column("direction", "a.direction", "choice", choices=DIRECTIONS),
        Column("state", "a.state", "choice", choices=STATES),
        Column("collects", "a.collects", "flag"),
        Column("spread", "a.spread", "integer", internal=True),
        Column("fee", "a.fee", "money", currency="a.home_currency", summed=False),
        Column("tax_kind", "a.tax_kind", "choice", choices=TAX_KINDS),
        Column("purpose", "a.purpose"),
        Column("counterparty", "a.counterparty"),
        Column("country", "a.country"),
        Column("hold_seconds", "a.hold_seconds", "integer"),
        Column("created_by", "a.created_by", internal=True),
        Column("ended_at", "a.ended_at", "time"),
    ),
)
