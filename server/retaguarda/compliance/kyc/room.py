"""KYC: merchants bring documents, staff look at them, and another person decides."""

from retaguarda.compliance.kyc.commands import COMMANDS, note_command
from retaguarda.compliance.kyc.decide_document import REVIEW_DOCUMENT
from retaguarda.compliance.kyc.decide_request import CONFIRM, DECIDE, PROPOSE
from retaguarda.compliance.kyc.invariants import INVARIANTS
from retaguarda.compliance.kyc.jobs import Renewals
from retaguarda.compliance.kyc.open_request import OPEN_REQUEST
from retaguarda.compliance.kyc.print_request import request_print_route
from retaguarda.compliance.kyc.queries import REQUEST
from retaguarda.compliance.kyc.records import PROPOSAL_RECORD, REASON_RECORD, request_record
from retaguarda.compliance.kyc.routes import figures_route, reason_names_route
from retaguarda.compliance.kyc.run_checks import RUN_CHECKS, UNFINISHED, CheckRuns, checks_asked
from retaguarda.compliance.kyc.send_request import SAVE_OWNERS, SAVE_REQUEST, SEND_REQUEST
from retaguarda.compliance.kyc.tables import PROPOSALS, REASONS, RENEWALS, REQUESTS
from retaguarda.compliance.kyc.upload_document import document_routes
from retaguarda.compliance.kyc.write_reason import ADD_REASON, REVISE_REASON
from retaguarda.compliance.providers.check_subject import Checks
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import NIGHT, Room, Trail
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    access, keys = services[Access], PartyKeys(services[Keys])
    return [
        record_route(request_record(keys), access),
        *document_routes(access, services[Scanning], keys),
        request_print_route(access, keys),
        figures_route(access),
        reason_names_route(access),
    ]


def _jobs(services: Services) -> list[Job]:
    return [Job(RUN_CHECKS, CheckRuns(services[Database], services[Checks]).run)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [checks_asked(services[Queue])]


def _crons(services: Services) -> tuple[Cron, ...]:
    return (Cron("kyc.renew", "35 6 * * *", Renewals(services[Database]).run, grace=NIGHT),)


ROOM = Room(
    name="kyc",
    tables=(REQUESTS, PROPOSALS, REASONS, RENEWALS),
    records=(PROPOSAL_RECORD, REASON_RECORD),
    commands=(
        OPEN_REQUEST,
        SAVE_REQUEST,
        SAVE_OWNERS,
        SEND_REQUEST,
        REVIEW_DOCUMENT,
        *COMMANDS,
        PROPOSE,
        DECIDE,
        CONFIRM,
        ADD_REASON,
        REVISE_REASON,
    ),
    configured=lambda services: (note_command(PartyKeys(services[Keys])),),
    routes=_routes,
    jobs=_jobs,
    crons=_crons,
    consumers=_consumers,
    stuck_work=UNFINISHED,
    invariants=INVARIANTS,
    trails=(Trail("kyc", Permission.KYC_REQUESTS_READ, REQUEST, "kyc:%"),),
)
