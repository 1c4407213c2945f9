"""The lists of courts' orders, and of the messages in which they come, for staff alone."""

from retaguarda.compliance.judicial_orders.model import MESSAGE_PROBLEMS, MESSAGE_STATUSES, OUTCOMES, STATUSES, TYPES
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

READ, WRITE = Permission.COMPLIANCE_JUDICIAL_ORDERS_READ, Permission.COMPLIANCE_JUDICIAL_ORDERS_WRITE
SCOPE = HOUSE

ORDERS = Table(
    name="compliance.judicial_orders",
    path="/v1/compliance/judicial-orders",
    summary="Courts' orders, and what is held for them",
    permission=READ,
    scope=SCOPE,
    source="judicial_order o",
    company="o.company_id",
    key="o.id",
    order_by="registered_at",
    columns=(
        Column("id", "o.id", "id", searched=True),
        Column("protocol", "o.protocol", searched=True),
        Column("type", "o.type", "choice", choices=TYPES),
        Column("registered_at", "o.registered_at", "time", sortable=True),
        Column("process", "o.process", searched=True),
        Column("court", "o.court"),
        Column("holder_name", "o.holder_name"),
        Column("document", "o.document", "document", searched=True),
        Column("amount", "case when o.type = 'block' then o.amount end", "money", currency="o.currency", nullable=True),
        Column(
            "to_release",
            "case when o.type = 'unblock' then o.amount end",
            "money",
            currency="o.currency",
            nullable=True,
        ),
        Column("held", "case when o.type = 'block' then o.held end", "money", currency="o.currency", nullable=True),
        Column(
            "transferred",
            "case when o.type = 'block' then o.transferred end",
            "money",
            currency="o.currency",
            nullable=True,
        ),
        Column(
            "released",
            "case when o.type = 'block' then o.released end",
            "money",
            currency="o.currency",
            nullable=True,
        ),
        Column("status", "o.status", "choice", choices=STATUSES),
        Column("outcome", "o.outcome", "choice", choices=OUTCOMES, nullable=True),
        Column("secret", "o.secret", "flag"),
        Column("due_at", "o.due_at", "time"),
        Column("repeat_until", "o.repeat_until", "time"),
        Column("registered_by", "o.registered_by"),
        Column("executed_by", "o.executed_by"),
        Column("ended_by", "o.ended_by"),
    ),
)

MESSAGES = Table(
    name="compliance.court_messages",
    path="/v1/compliance/court-messages",
    summary="Messages of courts that came through the port: registered, waiting or refused",
    permission=READ,
    scope=SCOPE,
    source="court_message m left join judicial_order o on o.company_id = m.company_id and o.id = m.order_id",
    company="m.company_id",
    key="m.id",
    order_by="received_at",
    columns=(
        Column("id", "m.id", "id", searched=True),
        Column("received_at", "m.received_at", "time", sortable=True),
        Column("status", "m.status", "choice", choices=MESSAGE_STATUSES),
        Column("problem", "m.problem", "choice", choices=MESSAGE_PROBLEMS, nullable=True),
        Column("protocol", "o.protocol", searched=True),
        Column("order_id", "m.order_id", "id", nullable=True),
        Column("tries", "m.tries", "integer"),
        Column("last_error", "m.last_error"),
        Column("answered_at", "m.answered_at", "time"),
        Column("receipt", "m.receipt", searched=True),
    ),
)
