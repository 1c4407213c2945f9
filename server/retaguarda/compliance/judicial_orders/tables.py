"""The list of courts' orders, for staff alone."""

from retaguarda.compliance.judicial_orders.model import OUTCOMES, STATUSES
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
        Column("registered_at", "o.registered_at", "time", sortable=True),
        Column("process", "o.process", searched=True),
        Column("court", "o.court"),
        Column("holder_name", "o.holder_name"),
        Column("document", "o.document", "document", searched=True),
        Column("amount", "o.amount", "money", currency="o.currency"),
        Column("held", "o.held", "money", currency="o.currency"),
        Column("transferred", "o.transferred", "money", currency="o.currency"),
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
