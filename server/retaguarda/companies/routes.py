"""The part of the API that administers companies."""

from retaguarda.companies.commands.attributes_and_notes import ADD_NOTE, SET_ATTRIBUTE
from retaguarda.companies.commands.change_status import BLOCK, MOVE, UNBLOCK
from retaguarda.companies.commands.change_terms import SET_FEE, SET_LIMIT, SET_PAYOUT
from retaguarda.companies.commands.contracts import ADD_CONTRACT, END_CONTRACT, REMOVE_CONTRACT_FILE
from retaguarda.companies.commands.onboard_company import CHANGE, ONBOARD
from retaguarda.companies.commands.partners import ADD_PARTNER, CHANGE_PARTNER, REMOVE_PARTNER
from retaguarda.companies.contract_files import CONTRACT_FILES
from retaguarda.companies.records import COMPANY_RECORD
from retaguarda.companies.tables import COMPANIES
from retaguarda.foundation.command import command_route
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import plan_route

_ON_ONE = (
    CHANGE,
    MOVE,
    BLOCK,
    UNBLOCK,
    ADD_PARTNER,
    CHANGE_PARTNER,
    REMOVE_PARTNER,
    SET_ATTRIBUTE,
    SET_LIMIT,
    SET_FEE,
    SET_PAYOUT,
    ADD_CONTRACT,
    END_CONTRACT,
    REMOVE_CONTRACT_FILE,
    ADD_NOTE,
)
COMMANDS = (ONBOARD, *_ON_ONE)
#: Whose effect a person wants to see before it happens.
_PLANNED = (CHANGE, MOVE, BLOCK, UNBLOCK, CHANGE_PARTNER, SET_LIMIT, SET_FEE, SET_PAYOUT)


def routes(anybody: Access, own: Access, company: Access, scanning: Scanning) -> list[Route]:
    """
    Args:
        anybody: opens for every company that the caller sees, whichever merchant is chosen.
        own: for the caller's own company, which brings others in.
        company: for the company that the path names.
        scanning: who looks into the papers of contracts.
    """
    return [
        table_route(COMPANIES, anybody),
        record_route(COMPANY_RECORD, company),
        command_route(ONBOARD, own),
        *(command_route(command, company) for command in _ON_ONE),
        *(plan_route(command, company) for command in _PLANNED),
        *CONTRACT_FILES.routes(company, scanning),
    ]
