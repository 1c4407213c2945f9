"""The part of the API about what is asked back of Pix that were sent."""

from retaguarda.account.disputes.commands import CANCEL_CLAIM, OPEN_CLAIM
from retaguarda.account.disputes.records import CLAIM_RECORD
from retaguarda.account.disputes.tables import CLAIMS
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes

COMMANDS = (OPEN_CLAIM, CANCEL_CLAIM)


def routes(access: Access) -> list[Route]:
    return [table_route(CLAIMS, access), record_route(CLAIM_RECORD, access), *command_routes(COMMANDS, access)]
