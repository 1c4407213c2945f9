"""The list of fields of merchants' contracts."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT, with_second_factor
from retaguarda.foundation.table import Table
from retaguarda.payouts.merchant_contracts.model import FIELDS, SEVERITIES, STATES
from retaguarda.payouts.merchant_contracts.queries import SOURCE, STATE

READ = Permission.PAYOUT_CONTRACTS_READ

CONTRACT_FIELDS = Table(
    name="payouts.contract_fields",
    path="/v1/payouts/merchant-contracts",
    summary="What holds of each merchant beside what its contract says, field by field",
    permission=READ,
    scope=with_second_factor(MERCHANT),
    source=SOURCE,
    company="c.company_id",
    key="(c.company_id || ':' || c.field)",
    key_type=str,
    order_by="since",
    columns=(
        Column("id", "(c.company_id || ':' || c.field)", searched=True),
        Column("company_id", "c.company_id", "integer", sortable=True),
        Column("company_name", "k.name", sortable=True, searched=True, words="string_to_array(lower(k.name), ' ')"),
        Column("field", "c.field", "choice", choices=FIELDS),
        Column("state", STATE, "choice", choices=STATES),
        Column("severity", "c.severity", "choice", choices=SEVERITIES),
        Column("ours", "c.ours"),
        Column("said", "c.said"),
        Column("source", "c.source"),
        Column("since", "c.since", "time", sortable=True),
        Column("checked_at", "c.checked_at", "time", sortable=True),
        Column("accepted_until", "(c.accepted_until::timestamp at time zone k.time_zone)", "time"),
    ),
)
