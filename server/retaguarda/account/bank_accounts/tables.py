"""The list of bank accounts."""

from retaguarda.account.bank_accounts.model import KINDS, OWNERSHIPS, STATUSES
from retaguarda.foundation.column import Column
from retaguarda.foundation.mask_key import masked_key
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table

BANK_ACCOUNTS = Table(
    name="account.bank_accounts",
    path="/v1/account/bank-accounts",
    summary="Where a merchant's money may go",
    permission=Permission.ACCOUNT_BANK_ACCOUNTS_READ,
    scope=MERCHANT,
    source="bank_account b left join company k on k.id = b.company_id",
    company="b.company_id",
    key="b.id",
    order_by="created_at",
    columns=(
        Column("id", "b.id", "id", searched=True),
        Column("created_at", "b.created_at", "time", sortable=True),
        Column("nickname", "b.nickname", sortable=True),
        Column("kind", "b.kind", "choice", choices=KINDS),
        Column("ownership", "b.ownership", "choice", choices=OWNERSHIPS),
        Column("bank_name", "b.bank_name"),
        Column("ispb", "b.ispb"),
        Column("compe", "b.compe"),
        Column("branch", "b.branch"),
        Column("number", "b.number", searched=True),
        Column("account_type", "b.account_type"),
        Column("pix_key", masked_key("b")),
        Column("pix_key_kind", "b.pix_key_kind"),
        Column("holder_name", "b.holder_name"),
        Column("holder_document", "b.holder_document", "document", searched=True),
        Column("status", "b.status", "choice", choices=STATUSES),
        Column("is_default", "b.is_default", "flag"),
        Column("usable", "(b.status = 'verified' and b.usable_from <= now())", "flag"),
        Column("usable_from", "b.usable_from", "time", sortable=True),
        Column("verified_at", "b.verified_at", "time"),
        Column("reason", "b.reason"),
        Column("company_id", "b.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
