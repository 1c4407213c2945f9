"""The list of banks of the exchange."""

from retaguarda.exchange.banks.model import STATES
from retaguarda.exchange.banks.queries import USED
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE, with_second_factor
from retaguarda.foundation.table import Table

READ, WRITE = Permission.EXCHANGE_BANK_READ, Permission.EXCHANGE_BANK_WRITE
SCOPE = HOUSE
ACT = with_second_factor(HOUSE)

_CURRENCIES = (
    "(select array_agg(c.currency::text order by c.currency) from exchange_bank_currency c where c.bank_id = b.id)"
)
_LINE = f"(case when b.line_granted = 0 then 'none' when {USED} * 10 > b.line_granted * 8 then 'nearly_used' else 'free' end)"

EXCHANGE_BANKS = Table(
    name="exchange.banks",
    path="/v1/exchange/banks",
    summary="Banks that buy and sell foreign currency for us",
    permission=READ,
    scope=SCOPE,
    source="exchange_bank b",
    company="b.company_id",
    key="b.id",
    order_by="created_at",
    columns=(
        Column("id", "b.id", "id", searched=True),
        Column("created_at", "b.created_at", "time", sortable=True),
        Column("name", "b.name", searched=True, sortable=True, words="string_to_array(lower(b.name), ' ')"),
        Column("document", "b.document", "document", searched=True),
        Column("swift", "b.swift", searched=True),
        Column("currencies", _CURRENCIES, many=True, nullable=True),
        Column("state", "b.state", "choice", choices=STATES),
        Column("line", _LINE, "choice", choices=("free", "nearly_used", "none")),
        Column("line_granted", "b.line_granted", "money", currency="b.currency", sortable=True),
        Column("line_used", USED, "money", currency="b.currency"),
        Column("collects_iof", "b.collects_iof", "flag"),
        Column("quotes", "b.quotes", "flag"),
        Column("contact", "b.contact"),
        Column(
            "last_closing",
            "(select max(c.closed_at) from exchange_closing c where c.company_id = b.company_id and c.bank_id = b.id)",
            "time",
        ),
    ),
)
