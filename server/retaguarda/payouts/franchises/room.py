"""Units that a merchant pays through."""

from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject, with_second_factor
from retaguarda.payouts.franchises.commands import COMMANDS
from retaguarda.payouts.franchises.invariants import INVARIANTS
from retaguarda.payouts.franchises.queries import of_unit
from retaguarda.payouts.franchises.records import FRANCHISE_RECORD
from retaguarda.payouts.franchises.routes import franchise_routes
from retaguarda.payouts.franchises.tables import FRANCHISES, READ

ROOM = Room(
    name="payouts.franchises",
    tables=(FRANCHISES,),
    records=(FRANCHISE_RECORD,),
    commands=COMMANDS,
    routes=franchise_routes,
    invariants=INVARIANTS,
    group="payouts",
    trails=(Trail("franchises", READ, with_second_factor(of_subject(of_unit))),),
)
