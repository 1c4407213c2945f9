"""The list of closings, for staff alone."""

from retaguarda.exchange.closings.model import STATES
from retaguarda.exchange.model import DIRECTIONS
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE, with_second_factor
from retaguarda.foundation.table import Table

#: The permission that opens the menu's entry.
READ = WRITE = Permission.EXCHANGE_AGREEMENT_WRITE
SCOPE = HOUSE
ACT = with_second_factor(HOUSE)

_LATE = (
    "(c.state = 'closed' and ((c.home_settled_at is null and c.home_day < (now() at time zone 'America/Sao_Paulo')::date)"
    " or (c.foreign_settled_at is null and c.foreign_day < (now() at time zone 'America/Sao_Paulo')::date)))"
)
_SPREAD = "((c.clients - c.contract) * case c.direction when 'out' then 1 else -1 end)"

CLOSINGS = Table(
    name="exchange.closings",
    path="/v1/exchange/closings",
    summary="Contracts with banks that close operations",
    permission=READ,
    scope=SCOPE,
    source="exchange_closing c join exchange_bank b on b.company_id = c.company_id and b.id = c.bank_id",
    company="c.company_id",
    key="c.id",
    order_by="created_at",
    columns=(
        Column("id", "c.id", "id", searched=True),
        Column("created_at", "c.created_at", "time", sortable=True),
        Column("reference", "c.reference", searched=True, sortable=True),
        Column("bank", "b.name", searched=True),
        Column("direction", "c.direction", "choice", choices=DIRECTIONS),
        Column("currency", "c.currency", sortable=True),
        Column("state", "c.state", "choice", choices=STATES),
        Column("late", _LATE, "flag"),
        Column("without_number", "(c.state in ('closed', 'settled') and c.number is null)", "flag"),
        Column("operations", "c.operations", "integer", sortable=True),
        # Amounts of many currencies have no sum.
        Column("foreign", "c.foreign_amount", "money", currency="c.currency", sortable=True, summed=False),
        Column("rate", "trim_scale(c.rate)::text"),
        Column("ptax", "trim_scale(c.ptax)::text"),
        Column("contract", "c.contract", "money", currency="c.home_currency", nullable=True),
        Column("clients", "c.clients", "money", currency="c.home_currency"),
        Column("spread", _SPREAD, "money", currency="c.home_currency", nullable=True),
        Column("tax", "c.tax", "money", currency="c.home_currency"),
        Column("trade_day", "c.trade_day::text", sortable=True),
        Column("home_day", "c.home_day::text"),
        Column("foreign_day", "c.foreign_day::text"),
        Column("number", "c.number", searched=True),
        Column("uetr", "c.uetr", searched=True),
        Column("created_by", "c.created_by"),
        Column("closed_by", "c.closed_by"),
    ),
)
