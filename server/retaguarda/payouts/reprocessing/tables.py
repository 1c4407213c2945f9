"""The Table of what was sent or read again."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import VISIBLE, with_second_factor
from retaguarda.foundation.table import Table
from retaguarda.payouts.reprocessing.model import KINDS

READ = Permission.PAYOUT_REPROCESSING_HISTORY_READ

REPROCESSING = Table(
    name="payouts.reprocessing",
    path="/v1/payouts/reprocessing",
    summary="What was sent or read again of money that leaves: by whom, why, and what came of it",
    permission=READ,
    scope=with_second_factor(VISIBLE),
    source=(
        "payout_reprocessing r left join company k on k.id = r.company_id"
        " left join payout t on t.company_id = r.company_id and t.id = r.payout_id"
    ),
    company="r.company_id",
    key="r.id",
    key_type=str,
    order_by="at",
    columns=(
        Column("id", "r.id"),
        Column("at", "r.at", "time", sortable=True),
        Column("kind", "r.kind", "choice", choices=KINDS),
        Column("payout_id", "r.payout_id", "id", nullable=True, searched=True),
        Column("amount", "t.amount", "money", currency="t.currency", nullable=True),
        Column("holder_name", "t.holder_name"),
        Column("attempt", "r.attempt", "integer"),
        Column("actor", "r.actor", searched=True),
        Column("reason", "r.reason"),
        Column("code", "r.code"),
        Column("processor_before", "payout_processor_name(r.processor_before)", internal=True),
        Column("processor_after", "payout_processor_name(r.processor_after)", internal=True),
        Column("state_before", "r.state_before"),
        Column("state_after", "r.state_after"),
        Column("money_moved", "r.money_moved", "flag"),
        Column("file_id", "r.file_id", "id", nullable=True),
        Column("file_name", "r.file_name"),
        Column("company_id", "r.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
