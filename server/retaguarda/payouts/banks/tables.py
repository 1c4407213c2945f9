"""The list of banks, with how each does."""

from retaguarda.bank_book.model import DIGIT_RULES
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import EVERYBODY, with_second_factor
from retaguarda.foundation.table import Table
from retaguarda.payouts.banks.model import STATES

READ = Permission.PAYOUT_BANKS_READ

BANKS = Table(
    name="payouts.banks",
    path="/v1/payouts/banks",
    summary="Banks, and how payments to them end",
    permission=READ,
    scope=with_second_factor(EVERYBODY),
    source="bank b left join payout_bank_live() l on l.ispb = b.ispb",
    company="1",
    key="b.ispb",
    key_type=str,
    order_by="payments_24h",
    columns=(
        Column("ispb", "b.ispb", sortable=True, searched=True),
        Column("compe", "b.compe", searched=True),
        Column("name", "b.name", sortable=True, searched=True, words="string_to_array(b.words, ' ')"),
        Column("state", "coalesce(l.state, 'few_data')", "choice", choices=STATES),
        Column("pix", "b.pix", "flag"),
        Column("ted", "b.ted", "flag"),
        Column("payments_15m", "coalesce(l.quarter, 0)", "integer"),
        Column("payments_24h", "coalesce(l.day, 0)", "integer", sortable=True),
        Column("done_24h", "coalesce(l.day_done, 0)", "integer"),
        Column("refused_24h", "coalesce(l.day_refused, 0)", "integer"),
        Column("p50_ms", "l.p50_ms", "integer"),
        Column("p95_ms", "l.p95_ms", "integer"),
        Column("mark_until", "l.mark_until", "time"),
        Column("mark_reason", "l.mark_reason", internal=True),
        Column("digit_rule", "b.digit_rule", "choice", choices=DIGIT_RULES),
        Column("listed", "b.listed", "flag"),
        Column("updated_at", "b.updated_at", "time", sortable=True),
    ),
)
