"""The list of withdrawals."""

from retaguarda.account.withdrawals.model import OF_WITHDRAWALS, ORIGINS, STATUSES
from retaguarda.foundation.column import Column
from retaguarda.foundation.mask_key import masked_key
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table

TRANSFERS = Table(
    name="account.transfers",
    path="/v1/account/withdrawals",
    summary="Withdrawals and what became of them",
    permission=Permission.PAYIN_WITHDRAWALS_READ,
    scope=MERCHANT,
    source=f"(select * from payout where {OF_WITHDRAWALS}) t left join company k on k.id = t.company_id",
    company="t.company_id",
    key="t.id",
    order_by="created_at",
    columns=(
        Column("id", "t.id", "id", searched=True),
        Column("created_at", "t.created_at", "time", sortable=True),
        Column("end_to_end_id", "t.end_to_end_id", searched=True),
        Column("method", "'pix'", "choice", choices=("pix",)),
        Column("holder_name", "t.holder_name"),
        Column("holder_document", "t.holder_document", "document", searched=True),
        Column("bank_name", "t.bank_name"),
        Column("ispb", "t.ispb"),
        Column("compe", "t.compe"),
        Column("branch", "t.branch"),
        Column("number", "t.number"),
        Column("pix_key", masked_key("t")),
        Column("gross", "(t.amount + t.fee)", "money", currency="t.currency"),
        Column("fee", "t.fee", "money", currency="t.currency"),
        Column("amount", "t.amount", "money", currency="t.currency", sortable=True),
        Column("returned", "t.returned", "money", currency="t.currency"),
        Column("status", "t.status", "choice", choices=STATUSES),
        Column("scheduled_for", "t.scheduled_for::text"),
        Column("ended_at", "t.ended_at", "time"),
        Column("fail_code", "t.fail_code"),
        Column("last_error", "t.last_error"),
        Column("origin", "t.origin", "choice", choices=ORIGINS),
        Column("description", "t.description"),
        Column("actor", "t.actor"),
        Column("bank_account_id", "t.bank_account_id", "id", searched=True),
        Column("company_id", "t.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
