"""The lists of payees and of imports with their rows."""

from retaguarda.foundation.column import REAIS, Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT, with_second_factor
from retaguarda.foundation.table import Table
from retaguarda.payouts.payees.model import CLASSES, KINDS, SOURCES, STATUSES

READ, WRITE = Permission.PAYOUT_QUALIFICATION_READ, Permission.PAYOUT_QUALIFICATION_WRITE
#: Every route of payouts asks for a session that was opened with a second factor.
SCOPE = with_second_factor(MERCHANT)

#: An account shows its last four places.
SHOWN_NUMBER = "(case when d.number is not null then '***' || right(d.number, 4) end)"


def _paid(what: str, *, none: str = "null") -> str:
    """SQL of a fact about what was paid to all of a payee's destinations."""
    return (
        f"(select coalesce({what}, {none}) from destination_seen s where s.company_id = p.company_id and s.hash in"
        " (select d.hash from payee_destination d where d.company_id = p.company_id and d.payee_id = p.id))"
    )


_SHARED = (
    "(select max(destination_shared(d.company_id, d.hash)) from payee_destination d"
    " where d.company_id = p.company_id and d.payee_id = p.id and d.state in ('new', 'cooling'))"
)

PAYEES = Table(
    name="payouts.payees",
    path="/v1/payouts/payees",
    summary="Who a merchant pays, and whether they are who it thinks",
    permission=READ,
    scope=SCOPE,
    source="payee p left join company k on k.id = p.company_id",
    company="p.company_id",
    key="p.id",
    order_by="created_at",
    columns=(
        Column("id", "p.id", "id", searched=True),
        Column("created_at", "p.created_at", "time", sortable=True),
        Column("name", "p.name", sortable=True, searched=True, words="string_to_array(lower(p.name), ' ')"),
        Column("trade_name", "p.trade_name"),
        Column("document", "p.document", "document", searched=True),
        Column("kind", "(case length(p.document) when 11 then 'person' else 'company' end)", "choice", choices=KINDS),
        Column("status", "payee_shown(p.status, p.expires_at)", "choice", choices=STATUSES),
        Column("destinations", "p.destinations", "integer"),
        Column("match_class", "coalesce(p.match_class, 'unchecked')", "choice", choices=CLASSES),
        Column("never_paid", f"({_paid('count(*)')} = 0)", "flag"),
        Column("first_paid_at", _paid("min(s.first_at)"), "time"),
        Column("last_paid_at", _paid("max(s.last_at)"), "time"),
        Column("paid_count", _paid("sum(s.count)", none="0") + "::bigint", "integer"),
        Column("paid", _paid("sum(s.sum)", none="0") + "::bigint", "money", currency=REAIS),
        Column("shared_with", _SHARED, "integer", internal=True),
        Column("destination_changed_at", "p.destination_changed_at", "time"),
        Column("owner_changed", "(p.owner_changed_at is not null)", "flag"),
        Column("checked_at", "p.checked_at", "time"),
        Column("expires_at", "p.expires_at", "time"),
        Column("source", "p.source", "choice", choices=SOURCES),
        Column("company_id", "p.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
