"""The lists of splits and of their runs."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT, with_second_factor
from retaguarda.foundation.table import Table
from retaguarda.payouts.batches.model import STATUSES as BATCH_STATUSES
from retaguarda.payouts.splits.model import RHYTHMS, SOURCES, STATUSES

READ, WRITE = Permission.PAYOUT_SPLITS_READ, Permission.PAYOUT_SPLITS_WRITE
SCOPE = with_second_factor(MERCHANT)

SPLITS = Table(
    name="payouts.splits",
    path="/v1/payouts/splits",
    summary="Rules that divide what came in among receivers, in their versions",
    permission=READ,
    scope=SCOPE,
    source=(
        "payout_split s left join company k on k.id = s.company_id left join lateral (select r.created_at as last_run_at, r.paid"
        " from payout_split_run r where r.company_id = s.company_id and r.split_id = s.id order by r.number desc limit 1) l on true"
    ),
    company="s.company_id",
    key="s.id",
    order_by="created_at",
    columns=(
        Column("id", "s.id", "id", searched=True),
        Column("created_at", "s.created_at", "time", sortable=True),
        Column("name", "s.name", sortable=True, searched=True, words="string_to_array(lower(s.name), ' ')"),
        Column("version", "s.version", "integer"),
        Column("status", "s.status", "choice", choices=STATUSES),
        Column("source", "s.source", "choice", choices=SOURCES),
        Column("rhythm", "s.rhythm", "choice", choices=RHYTHMS),
        Column("receivers", "jsonb_array_length(s.split -> 'parts')", "integer"),
        Column("last_run_at", "l.last_run_at", "time", nullable=True),
        Column("last_paid", "l.paid", "money", currency="s.currency", nullable=True),
        Column("actor", "s.actor"),
        Column("approved_by", "s.approved_by"),
        Column("company_id", "s.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)

SPLIT_RUNS = Table(
    name="payouts.split_runs",
    path="/v1/payouts/split-runs",
    summary="Runs of splits: what was divided, what was paid and what stayed",
    permission=READ,
    scope=SCOPE,
    source=(
        "payout_split_run r join payout_split s on s.company_id = r.company_id and s.id = r.split_id"
        " left join company k on k.id = r.company_id left join payout_batch b on b.company_id = r.company_id and b.id = r.batch_id"
    ),
    company="r.company_id",
    key="r.id",
    order_by="created_at",
    columns=(
        Column("id", "r.id", "id", searched=True),
        Column("created_at", "r.created_at", "time", sortable=True),
        Column("split_id", "r.split_id", "id", searched=True),
        Column("name", "s.name", searched=True, words="string_to_array(lower(s.name), ' ')"),
        Column("version", "s.version", "integer"),
        Column("from_day", "r.from_day::text"),
        Column("to_day", "r.to_day::text"),
        Column("base", "r.base", "money", currency="r.currency", sortable=True),
        Column("paid", "r.paid", "money", currency="r.currency"),
        Column("kept", "r.kept", "money", currency="r.currency"),
        Column("batch_id", "r.batch_id", "id", nullable=True, searched=True),
        Column("batch_status", "b.status", "choice", choices=BATCH_STATUSES[2:], nullable=True),
        Column("actor", "r.actor"),
        Column("company_id", "r.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
