"""The Tables of recipients and of saved splits."""

from retaguarda.foundation.column import REAIS, Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table
from retaguarda.recipients.model import STATUSES
from retaguarda.recipients.queries import LEDGER, RECEIVED

RECIPIENTS = Table(
    name="payin.recipients",
    path="/v1/payin/recipients",
    summary="Recipients of parts of a merchant's payments, and their balances",
    permission=Permission.PAYIN_RECIPIENTS_READ,
    scope=MERCHANT,
    source=f"recipient r left join company k on k.id = r.company_id left join {LEDGER}",
    company="r.company_id",
    key="r.id",
    order_by="created_at",
    columns=(
        Column("id", "r.id", "id", searched=True),
        Column("created_at", "r.created_at", "time", sortable=True),
        Column("name", "r.name", sortable=True, searched=True, words="string_to_array(lower(r.name), ' ')"),
        Column("document", "r.document", "document", searched=True),
        Column("status", "r.status", "choice", choices=STATUSES),
        Column("received", RECEIVED, "money", currency=REAIS),
        Column("balance", "coalesce(a.posted - a.held, 0)::bigint", "money", currency=REAIS),
        Column("on_hold", "coalesce(a.held, 0)::bigint", "money", currency=REAIS),
        Column("company_id", "r.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)

#: Names in the order of the parts; the merchant's own where it has a part.
_RECEIVERS = (
    "(select string_agg(coalesce(r.name, k.name), ', ' order by p.place)"
    " from jsonb_array_elements(s.split -> 'parts') with ordinality p (part, place)"
    " left join recipient r on r.company_id = s.company_id and r.id = (p.part ->> 'recipient')::uuid)"
)

SPLIT_RULES = Table(
    name="payin.split_rules",
    path="/v1/payin/split-rules",
    summary="Saved splits",
    permission=Permission.PAYIN_RECIPIENTS_READ,
    scope=MERCHANT,
    source="split_rule s left join company k on k.id = s.company_id",
    company="s.company_id",
    key="s.id",
    order_by="created_at",
    columns=(
        Column("id", "s.id", "id", searched=True),
        Column("created_at", "s.created_at", "time", sortable=True),
        Column("name", "s.name", sortable=True, searched=True),
        Column("parts", "jsonb_array_length(s.split -> 'parts')", "integer"),
        Column("receivers", _RECEIVERS),
        Column("company_id", "s.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
