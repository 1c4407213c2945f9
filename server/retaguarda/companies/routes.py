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
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes

COMMANDS = (
    ONBOARD,
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


def routes(access: Access, scanning: Scanning) -> list[Route]:
    return [
        table_route(COMPANIES, access),
        record_route(COMPANY_RECORD, access),
        *command_routes(COMMANDS, access),
        *CONTRACT_FILES.routes(access, scanning),
    ]
