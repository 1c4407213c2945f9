"""The list of companies."""

from retaguarda.companies.model import PRODUCTS, RISKS, STATUSES
from retaguarda.foundation.column import REAIS, Column
from retaguarda.foundation.money import BRL
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import ALL_VISIBLE
from retaguarda.foundation.table import Table

#: Sum the daily roll-ups: equally fast for a thousand payments and for a hundred million.
_VOLUME = (
    "(select coalesce(sum(d.amount), 0)::bigint from published.payin_day d where d.company_id = c.id and d.measure = 'received'"
    f" and d.currency = '{BRL}'"
    " and d.day > (now() at time zone c.time_zone)::date - 30)"
)
_BALANCE = (
    "(select coalesce(sum(a.posted - a.held), 0)::bigint from ledger_account a where a.company_id = c.id"
    f" and a.code = 'available' and a.currency = '{BRL}')"
)

#: People who work for it, without the suspended.
_PEOPLE = "(select count(*) from published.person p where p.company_id = c.id and p.disabled_at is null)"

COMPANIES = Table(
    name="companies.companies",
    path="/v1/companies",
    summary="Companies and the state they are in",
    permission=Permission.COMPANIES_READ,
    scope=ALL_VISIBLE,
    source="company c",
    company="c.id",
    key="c.id",
    key_type=int,
    order_by="created_at",
    columns=(
        Column("id", "c.id", "integer", sortable=True, searched=True),
        Column(
            "name",
            "c.name",
            sortable=True,
            searched=True,
            words="string_to_array(lower(c.name || ' ' || c.legal_name), ' ')",
        ),
        Column("legal_name", "c.legal_name"),
        Column("document", "c.document", "document", searched=True),
        Column("status", "c.status", "choice", sortable=True, choices=STATUSES),
        Column("blocked_in", "c.blocked_in", "flag"),
        Column("blocked_out", "c.blocked_out", "flag"),
        Column("risk", "c.risk", "choice", choices=RISKS, internal=True),
        Column("segment", "nullif(c.segment, '')"),
        Column("country", "c.country"),
        Column("owner", "c.owner", internal=True),
        Column("products", "c.products", "choice", choices=PRODUCTS, many=True),
        Column("people", _PEOPLE, "integer", internal=True),
        Column("volume", _VOLUME, "money", currency=REAIS),
        Column("balance", _BALANCE, "money", currency=REAIS),
        Column("kyc_expires_on", "(c.kyc_expires_on::timestamp at time zone c.time_zone)", "time"),
        Column("created_at", "c.created_at", "time", sortable=True),
    ),
)
