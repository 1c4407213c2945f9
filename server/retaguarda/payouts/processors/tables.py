"""The Table of processors that pay, with their health computed from real requests."""

from retaguarda.foundation.column import REAIS, Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE, with_second_factor
from retaguarda.foundation.table import Table
from retaguarda.payouts.processors.model import ADAPTERS
from retaguarda.provider_accounts.model import STATUSES
from retaguarda.provider_accounts.queries import LAST_HOUR, STATUS

READ = Permission.PAYOUT_PROCESSORS_READ
SCOPE = with_second_factor(HOUSE)
#: All amounts of a row: limits and floats are of what Pix is settled in.
_CURRENCY = REAIS
#: A file is no call: a processor whose files people carry is up as soon as it is enabled.
PAYING_STATUS = f"(case when c.adapter = 'cnab240' and c.ready and c.enabled and not mailbox_enabled(c.id) then 'up' else {STATUS} end)"
SOURCE = f"payout_processor c cross join {LAST_HOUR}"

PROCESSORS = Table(
    name="payouts.processors",
    path="/v1/payouts/processors",
    summary="Processors that pay, and how they answer",
    permission=READ,
    scope=SCOPE,
    source=f"{SOURCE} cross join lateral payout_processor_follow(c.id) w",
    company="c.company_id",
    key="c.id",
    order_by="priority",
    columns=(
        Column("id", "c.id", "id", searched=True),
        Column(
            "name", "c.name", sortable=True, searched=True, words="string_to_array(lower(c.name), ' ') || lower(c.name)"
        ),
        Column("status", PAYING_STATUS, "choice", choices=STATUSES),
        Column("adapter", "c.adapter", "choice", choices=ADAPTERS),
        Column("methods", "array_to_string(c.methods, ', ')"),
        Column("priority", "c.priority", "integer", sortable=True),
        Column("enabled", "c.enabled", "flag"),
        Column("bank", "c.bank"),
        Column("base_url", "c.base_url"),
        Column("pix_key", "c.pix_key", searched=True),
        Column("certificate_expires_at", "c.certificate_expires_at", "time"),
        Column("calls", "h.calls", "integer"),
        Column("failures", "h.failures", "integer"),
        Column("average_ms", "h.average_ms", "integer"),
        Column("owner", "coalesce(c.holder_name, '')", searched=True),
        Column("account", "concat_ws(' · ', c.bank, c.branch, c.number)"),
        Column("merchants", "payout_processor_merchants(c.id)", "integer"),
        Column("cut_off", "to_char(c.cut_off, 'HH24:MI')"),
        Column("payment_most", "c.payment_most", "money", currency=_CURRENCY, summed=False, nullable=True),
        Column("day_most", "c.day_most", "money", currency=_CURRENCY, summed=False, nullable=True),
        Column("day_count_most", "c.day_count_most", "integer"),
        Column("costs", "payout_tariffs_said(c.id)"),
        Column("route", "payout_route_said(c.id)"),
        Column("float_amount", "c.float_amount", "money", currency=_CURRENCY, summed=False, nullable=True),
        Column("float_at", "c.float_at", "time"),
        Column("open_orders", "w.open_orders", "integer"),
        Column("open_amount", "w.open_amount", "money", currency=_CURRENCY),
        Column("tested_at", "c.tested_at", "time"),
        Column("test_error", "c.test_error"),
        Column("created_at", "c.created_at", "time", sortable=True),
    ),
)
