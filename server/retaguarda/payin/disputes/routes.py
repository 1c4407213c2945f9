"""The part of the API about cases of the MED."""

from retaguarda.foundation.command import command_route
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import plan_route
from retaguarda.payin.disputes.commands.answer_dispute import ACCEPT_CASE, ANSWER_CASE
from retaguarda.payin.disputes.commands.decide_dispute import DECIDE_CASE
from retaguarda.payin.disputes.files import FILES, REMOVE_FILE
from retaguarda.payin.disputes.records import CASE_RECORD
from retaguarda.payin.disputes.tables import CASES

_PLANNED = (ANSWER_CASE, ACCEPT_CASE, DECIDE_CASE)
COMMANDS = (*_PLANNED, REMOVE_FILE)


def routes(access: Access, of_case: Access, scanning: Scanning) -> list[Route]:
    """``of_case`` opens on the company whose case a path names."""
    return [
        table_route(CASES, access),
        record_route(CASE_RECORD, of_case),
        *(command_route(command, of_case) for command in COMMANDS),
        *(plan_route(command, of_case) for command in _PLANNED),
        *FILES.routes(of_case, scanning),
    ]
