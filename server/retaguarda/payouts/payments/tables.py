"""The lists of payments: all of them, and those on hold, which wait for a person."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.mask_key import masked_key
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.table import Table
from retaguarda.payout_engine.parse_tags import PRIORITIES
from retaguarda.payouts.payments.model import (
    HOLD_REASONS,
    METHODS,
    OF_PAYMENTS,
    ORIGINS,
    QUEUED_REASONS,
    STATES,
)
from retaguarda.payouts.payments.queries import SHOWN_STATE
from retaguarda.payouts.verify_factor import FACTOR_MERCHANT

#: State as people see it → what is stored, so that the index on it serves.
_STORED = {
    "uncertain": "t.status = 'in_bank_processing'",
    "returned": "t.status = 'done'",
    "partly_returned": "t.status = 'done'",
}

PRIORITY = "case t.priority when 1 then 'high' when 0 then 'normal' else 'low' end"
_ORDERS = "payout_order o where o.company_id = t.company_id and o.payout_id = t.id"
_SENT = f"(select o.created_at from {_ORDERS} order by o.attempt limit 1)"

PAYMENTS = Table(
    name="payouts.payments",
    path="/v1/payouts/payments",
    summary="Payments and what became of them",
    permission=Permission.PAYOUT_PAYMENT_READ,
    scope=FACTOR_MERCHANT,
    source=f"(select * from payout where {OF_PAYMENTS}) t left join company k on k.id = t.company_id",
    company="t.company_id",
    key="t.id",
    order_by="created_at",
    columns=(
        Column("id", "t.id", "id", searched=True),
        Column("created_at", "t.created_at", "time", sortable=True),
        Column("holder_name", "t.holder_name"),
        Column("holder_document", "t.holder_document", "document", searched=True),
        Column("bank_name", "t.bank_name"),
        Column("ispb", "t.ispb"),
        Column("branch", "t.branch"),
        Column("number", "t.number"),
        Column("pix_key", masked_key("t")),
        Column("method", "t.method", "choice", choices=METHODS),
        Column("ted_purpose", "t.ted_purpose"),
        Column("opens_at", "case when t.queued_reason = 'window' then t.opens_at end", "time"),
        Column("amount", "t.amount", "money", currency="t.currency", sortable=True),
        Column("fee", "t.fee", "money", currency="t.currency"),
        Column("gross", "(t.amount + t.fee)", "money", currency="t.currency"),
        Column("returned", "t.returned", "money", currency="t.currency"),
        Column(
            "status",
            SHOWN_STATE,
            "choice",
            choices=STATES,
            implies={state: _STORED.get(state, f"t.status = '{state}'") for state in STATES},
        ),
        Column("end_to_end_id", "t.end_to_end_id", searched=True),
        Column("external_id", "t.external_id", searched=True),
        Column("purpose", "t.purpose"),
        Column("tags", "t.tags", many=True),
        Column("cost_centre", "t.cost_centre"),
        Column("priority", PRIORITY, "choice", choices=PRIORITIES),
        Column("description", "t.description"),
        Column("scheduled_for", "t.scheduled_for::text"),
        Column("leaves_on", "coalesce(t.scheduled_for, (t.created_at at time zone k.time_zone)::date)::text"),
        Column("sent_at", _SENT, "time"),
        Column("ended_at", "t.ended_at", "time"),
        Column("ended_on", "(t.ended_at at time zone k.time_zone)::date::text"),
        # From its first order to its end.
        Column(
            "seconds",
            f"case when t.status = 'done' then round(extract(epoch from t.ended_at - {_SENT})) end",
            "integer",
        ),
        Column("fail_code", "t.fail_code"),
        Column("queued_reason", "t.queued_reason", "choice", choices=QUEUED_REASONS, nullable=True),
        Column("hold_reason", "t.hold_reason", "choice", choices=HOLD_REASONS, nullable=True),
        Column("hold_until", "t.hold_until", "time"),
        Column("origin", "t.origin", "choice", choices=ORIGINS),
        Column("batch_id", "t.batch_id", "id", searched=True, nullable=True),
        Column("batch_line", "t.batch_line", "integer"),
        Column("replaces", "t.replaces", "id", searched=True, nullable=True),
        Column("inside", "t.inside", "flag"),
        Column("actor", "t.actor"),
        Column(
            "approved_by",
            "payout_approvers(t.company_id, array[t.id, t.batch_id], case when t.rules_id is not null then t.id end)",
        ),
        Column("key_kind", "t.pix_key_kind"),
        Column("name_match", "payout_name_match(t)"),
        # For how long the merchant had paid whoever is paid, when this was asked for; 0: for the first time.
        Column(
            "payee_age_days",
            "(select extract(day from t.created_at - min(o.created_at)) from payout o"
            " where o.company_id = t.company_id and o.holder_document = t.holder_document and o.created_at <= t.created_at)",
            "integer",
        ),
        Column(
            "unit_name",
            "(select u.name from franchise_unit u where u.company_id = t.company_id and u.document = t.holder_document)",
        ),
        Column("currency", "t.currency"),
        # What the provider's people say of its order, as long as a second one has not decided.
        Column(
            "evidence",
            "(select e.status from payout_evidence e where e.company_id = t.company_id and e.payout_id = t.id and e.status = 'proposed')",
            "choice",
            choices=("proposed",),
            implies={"proposed": "t.status = 'in_bank_processing'"},
            nullable=True,
            internal=True,
        ),
        Column("processor_name", "payout_processor_name(t.processor_id)", internal=True),
        Column(
            "cost",
            "payout_cost(t.company_id, t.id)",
            "money",
            currency="t.currency",
            nullable=True,
            internal=True,
            summed=False,
        ),
        Column("company_id", "t.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)

#: Payments on hold, the one to decide on first at the top: one without a clock waits since it was asked for.
HOLDS = Table(
    name="payouts.holds",
    path="/v1/payouts/holds",
    summary="Payments on hold, and when their clocks end",
    permission=Permission.PAYOUT_PAYMENT_READ,
    scope=FACTOR_MERCHANT,
    source=f"(select * from payout where status = 'on_hold' and {OF_PAYMENTS}) t left join company k on k.id = t.company_id",
    company="t.company_id",
    key="t.id",
    order_by="decide_by",
    columns=(
        Column("decide_by", "coalesce(t.hold_until, t.created_at)", "time", sortable=True),
        Column("hold_until", "t.hold_until", "time"),
        Column("hold_reason", "t.hold_reason", "choice", choices=HOLD_REASONS),
        Column("holder_name", "t.holder_name"),
        Column("holder_document", "t.holder_document", "document", searched=True),
        Column("bank_name", "t.bank_name"),
        Column("branch", "t.branch"),
        Column("number", "t.number"),
        Column("pix_key", masked_key("t")),
        Column("amount", "t.amount", "money", currency="t.currency", sortable=True),
        Column("created_at", "t.created_at", "time", sortable=True),
        Column("origin", "t.origin", "choice", choices=ORIGINS),
        Column("batch_id", "t.batch_id", "id", searched=True, nullable=True),
        Column("external_id", "t.external_id", searched=True),
        Column("actor", "t.actor"),
        Column("id", "t.id", "id", searched=True),
        Column("company_id", "t.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
