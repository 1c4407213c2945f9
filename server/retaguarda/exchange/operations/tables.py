"""The list of operations. What the provider earns, and with which bank, is for staff alone."""

from retaguarda.exchange.model import DIRECTIONS
from retaguarda.exchange.operations.model import KINDS, STATES
from retaguarda.exchange.operations.queries import OVERDUE
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table

READ, WRITE = Permission.EXCHANGE_AGREEMENT_READ, Permission.EXCHANGE_AGREEMENT_WRITE

_CLOSING = (
    " left join exchange_closing_line l on l.operation_id = o.id and l.living"
    " left join exchange_closing c on c.company_id = l.company_id and c.id = l.closing_id"
    " left join exchange_bank b on b.company_id = c.company_id and b.id = c.bank_id"
)
_TOTAL = "(o.price + case o.direction when 'out' then o.tax + o.fee else -(o.tax + o.fee) end)"

OPERATIONS = Table(
    name="exchange.operations",
    path="/v1/exchange/operations",
    summary="Operations of exchange, quoted and collected",
    permission=READ,
    scope=MERCHANT,
    source=f"exchange_operation o join company k on k.id = o.company_id{_CLOSING}",
    company="o.company_id",
    key="o.id",
    order_by="quoted_at",
    columns=(
        Column("id", "o.id", "id", searched=True),
        Column("reference", "o.reference", searched=True, sortable=True),
        Column("quoted_at", "o.quoted_at", "time", sortable=True),
        Column("company_id", "o.company_id", "integer"),
        Column("company_name", "k.name"),
        Column("kind", "o.kind", "choice", choices=KINDS),
        Column("direction", "o.direction", "choice", choices=DIRECTIONS),
        Column("state", "o.state", "choice", choices=STATES),
        Column("overdue", OVERDUE, "flag"),
        Column("incomplete", "(exchange_lacks(o) <> '{}')", "flag"),
        Column("client_document", "o.client_document", "document", searched=True),
        Column("client_name", "o.client_name"),
        Column("counterparty", "o.counterparty"),
        Column("country", "o.country"),
        Column("currency", "o.currency", sortable=True),
        # Amounts of many currencies have no sum.
        Column("foreign", "o.foreign_amount", "money", currency="o.currency", sortable=True, summed=False),
        Column("rate", "trim_scale(o.rate)::text"),
        Column("price", "o.price", "money", currency="o.home_currency", sortable=True),
        Column("tax", "o.tax", "money", currency="o.home_currency"),
        Column("fee", "o.fee", "money", currency="o.home_currency"),
        Column("total", _TOTAL, "money", currency="o.home_currency"),
        Column("purpose", "o.purpose"),
        Column("trade_day", "o.trade_day::text", sortable=True),
        Column("expires_at", "o.expires_at", "time"),
        Column("funded_at", "o.funded_at", "time"),
        Column("settled_at", "o.settled_at", "time"),
        Column("end_to_end_id", "o.end_to_end_id", searched=True),
        Column("ptax", "trim_scale(o.ptax)::text", internal=True),
        Column("closing", "c.reference", searched=True, internal=True),
        Column("bank", "b.name", internal=True),
        Column("number", "c.number", searched=True, internal=True),
    ),
)
