"""The part of the API about cases of the MED."""

from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes
from retaguarda.payin.disputes.commands.answer_dispute import ACCEPT_CASE, ANSWER_CASE
from retaguarda.payin.disputes.commands.decide_dispute import DECIDE_CASE
from retaguarda.payin.disputes.files import FILES, REMOVE_FILE
from retaguarda.payin.disputes.records import CASE_RECORD
from retaguarda.payin.disputes.tables import CASES

COMMANDS = (ANSWER_CASE, ACCEPT_CASE, DECIDE_CASE, REMOVE_FILE)


def routes(access: Access, scanning: Scanning) -> list[Route]:
    return [
        table_route(CASES, access),
        record_route(CASE_RECORD, access),
        *command_routes(COMMANDS, access),
        *FILES.routes(access, scanning),
    ]
