"""The list of deposits."""

from retaguarda.account.deposits.model import MATCHED_BY, METHODS, STATUSES
from retaguarda.account.deposits.queries import BANK, JOINED, METHOD
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table

DEPOSITS = Table(
    name="account.deposits",
    path="/v1/account/deposits",
    summary="Money that came to the account and was not asked for by a charge",
    permission=Permission.PAYOUT_DEPOSIT_READ,
    scope=MERCHANT,
    source=f"{JOINED} left join company k on k.id = d.company_id",
    company="d.company_id",
    key="d.id",
    order_by="received_at",
    columns=(
        Column("id", "d.id", "id", searched=True),
        Column("received_at", "d.received_at", "time", sortable=True),
        Column("end_to_end_id", "d.end_to_end_id", searched=True),
        Column("payer_name", "coalesce(d.payer_name, p.payer_name)"),
        Column("payer_document", "coalesce(d.payer_document, p.payer_document)", "document", searched=True),
        Column("bank", BANK),
        Column("method", METHOD, "choice", choices=METHODS),
        Column("bank_ref", "d.bank_ref", searched=True),
        Column("amount", "coalesce(d.amount, p.amount)", "money", currency="d.currency", sortable=True),
        Column("given_back", "d.given_back", "money", currency="d.currency"),
        Column("status", "d.status", "choice", choices=STATUSES),
        Column("matched_by", "d.matched_by", "choice", choices=MATCHED_BY, nullable=True),
        Column("identified_at", "d.identified_at", "time"),
        Column("reason", "d.reason"),
        Column("company_id", "d.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
