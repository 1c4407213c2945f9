"""Companies, their partners, contracts and terms."""

from retaguarda.companies.commands.attributes_and_notes import ADD_NOTE, SET_ATTRIBUTE
from retaguarda.companies.commands.change_status import BLOCK, MOVE, UNBLOCK
from retaguarda.companies.commands.change_terms import SET_FEE, SET_LIMIT, SET_PAYOUT
from retaguarda.companies.commands.contracts import ADD_CONTRACT, END_CONTRACT, REMOVE_CONTRACT_FILE
from retaguarda.companies.commands.onboard_company import CHANGE, ONBOARD
from retaguarda.companies.commands.partners import ADD_PARTNER, CHANGE_PARTNER, REMOVE_PARTNER
from retaguarda.companies.contract_files import CONTRACT_FILES
from retaguarda.companies.invariants import INVARIANTS
from retaguarda.companies.records import COMPANY_RECORD, SUBJECT
from retaguarda.companies.tables import COMPANIES
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import COMPANY
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    return CONTRACT_FILES.routes(services[Access], services[Scanning])


ROOM = Room(
    name="companies",
    tables=(COMPANIES,),
    records=(COMPANY_RECORD,),
    commands=(
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
    ),
    routes=_routes,
    invariants=INVARIANTS,
    trails=(Trail("companies", Permission.REGISTER_COMPANY_READ_INTERNAL, COMPANY, prefix=SUBJECT),),
)
