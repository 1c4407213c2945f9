"""The list of account owners."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT, with_second_factor
from retaguarda.foundation.table import Table
from retaguarda.payouts.account_owners.model import STATES
from retaguarda.payouts.account_owners.queries import SOURCE, STATE

READ = Permission.PAYOUT_ACCOUNT_OWNERS_READ

ACCOUNT_OWNERS = Table(
    name="payouts.account_owners",
    path="/v1/payouts/account-owners",
    summary="Who legally holds the accounts that payouts are taken from",
    permission=READ,
    scope=with_second_factor(MERCHANT),
    source=SOURCE,
    company="o.company_id",
    key="o.id",
    order_by="created_at",
    columns=(
        Column("id", "o.id", "id", searched=True),
        Column("created_at", "o.created_at", "time", sortable=True),
        Column("name", "v.name", sortable=True, searched=True, words="string_to_array(lower(v.name), ' ')"),
        Column("document", "v.document", "document", searched=True),
        Column("state", STATE, "choice", choices=STATES),
        Column("ready", "(account_owner_problems(o.company_id, o.id) = '{}' and o.retired_at is null)", "flag"),
        Column("bank_name", "b.name"),
        Column("ispb", "v.ispb"),
        Column("branch", "v.branch"),
        Column("number", "v.number", searched=True),
        Column("cnab_code", "v.cnab_code", searched=True),
        Column("version", "v.version", "integer"),
        Column("valid_to", "(v.valid_to::timestamp at time zone k.time_zone)", "time"),
        Column("company_id", "o.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
