"""Courts' orders: kept by staff, held by the statement that credits an account."""

from retaguarda.compliance.judicial_orders.commands import COMMANDS
from retaguarda.compliance.judicial_orders.invariants import INVARIANTS
from retaguarda.compliance.judicial_orders.queries import of_order
from retaguarda.compliance.judicial_orders.records import ORDER_RECORD
from retaguarda.compliance.judicial_orders.tables import ORDERS, READ
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject

ROOM = Room(
    name="compliance.judicial_orders",
    tables=(ORDERS,),
    records=(ORDER_RECORD,),
    commands=COMMANDS,
    invariants=INVARIANTS,
    group="compliance",
    trails=(Trail("judicial-orders", READ, of_subject(of_order, any_account=True), "compliance:judicial_order:%"),),
)
