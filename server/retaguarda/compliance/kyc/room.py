"""KYC: merchants bring documents, staff look at them, and another person decides."""

from retaguarda.compliance.kyc.commands import COMMANDS
from retaguarda.compliance.kyc.decide_document import REVIEW_DOCUMENT
from retaguarda.compliance.kyc.decide_request import DECIDE, PROPOSE
from retaguarda.compliance.kyc.invariants import INVARIANTS
from retaguarda.compliance.kyc.jobs import Renewals
from retaguarda.compliance.kyc.open_request import OPEN_REQUEST
from retaguarda.compliance.kyc.queries import REQUEST
from retaguarda.compliance.kyc.records import PROPOSAL_RECORD, REASON_RECORD, REQUEST_RECORD
from retaguarda.compliance.kyc.send_request import SAVE_REQUEST, SEND_REQUEST
from retaguarda.compliance.kyc.tables import PROPOSALS, REASONS, RENEWALS, REQUESTS
from retaguarda.compliance.kyc.upload_document import document_routes
from retaguarda.compliance.kyc.write_reason import ADD_REASON, REVISE_REASON
from retaguarda.foundation.database import Database
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import NIGHT, Room, Trail
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    return document_routes(services[Access], services[Scanning])


def _crons(services: Services) -> tuple[Cron, ...]:
    return (Cron("kyc.renew", "35 6 * * *", Renewals(services[Database]).run, grace=NIGHT),)


ROOM = Room(
    name="kyc",
    tables=(REQUESTS, PROPOSALS, REASONS, RENEWALS),
    records=(REQUEST_RECORD, PROPOSAL_RECORD, REASON_RECORD),
    commands=(
        OPEN_REQUEST,
        SAVE_REQUEST,
        SEND_REQUEST,
        REVIEW_DOCUMENT,
        *COMMANDS,
        PROPOSE,
        DECIDE,
        ADD_REASON,
        REVISE_REASON,
    ),
    routes=_routes,
    crons=_crons,
    invariants=INVARIANTS,
    trails=(Trail("kyc", Permission.KYC_REQUESTS_READ, REQUEST, "kyc:%"),),
)
