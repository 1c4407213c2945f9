"""Cases of the ombudsman and of customer service: the provider's staff alone."""

from retaguarda.cases.commands import COMMANDS
from retaguarda.cases.files import FILES
from retaguarda.cases.invariants import INVARIANTS
from retaguarda.cases.jobs import Warnings
from retaguarda.cases.print_letter import letter_route
from retaguarda.cases.records import OMBUDSMAN_RECORD, SERVICE_RECORD
from retaguarda.cases.tables import DEADLINES, OMBUDSMAN, SERVICE
from retaguarda.cases.write_report import FREEZE_REPORT, report_route
from retaguarda.foundation.database import Database
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import HOUR, Room
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    access, scanning = services[Access], services[Scanning]
    return [
        report_route(access),
        letter_route(access),
        *(route for files in FILES for route in files.routes(access, scanning)),
    ]


def _crons(services: Services) -> list[Cron]:
    warnings = Warnings(services[Database])
    return [Cron("cases.warn", "11 * * * *", warnings.run, grace=HOUR)]


ROOM = Room(
    name="cases",
    tables=(OMBUDSMAN, SERVICE, DEADLINES),
    records=(OMBUDSMAN_RECORD, SERVICE_RECORD),
    commands=(*COMMANDS, FREEZE_REPORT),
    routes=_routes,
    crons=_crons,
    invariants=INVARIANTS,
)
