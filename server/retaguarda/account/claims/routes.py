"""The part of the API about what is asked back of Pix that were sent."""

from retaguarda.account.claims.commands import CANCEL_CLAIM, OPEN_CLAIM
from retaguarda.account.claims.records import CLAIM_RECORD
from retaguarda.account.claims.tables import CLAIMS
from retaguarda.foundation.call import Door, Route
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import planned_routes

COMMANDS = (OPEN_CLAIM, CANCEL_CLAIM)


def routes(door: Door) -> list[Route]:
    return [table_route(CLAIMS, door), record_route(CLAIM_RECORD, door), *planned_routes(COMMANDS, door)]
