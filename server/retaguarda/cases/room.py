"""Cases of the ombudsman and of customer service: the provider's staff alone."""

from retaguarda.cases.commands import COMMANDS
from retaguarda.cases.files import FILES
from retaguarda.cases.invariants import INVARIANTS
from retaguarda.cases.records import OMBUDSMAN_RECORD, SERVICE_RECORD
from retaguarda.cases.tables import OMBUDSMAN, SERVICE
from retaguarda.cases.write_report import FREEZE_REPORT, report_route
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    access, scanning = services[Access], services[Scanning]
    return [report_route(access), *(route for files in FILES for route in files.routes(access, scanning))]


ROOM = Room(
    name="cases",
    tables=(OMBUDSMAN, SERVICE),
    records=(OMBUDSMAN_RECORD, SERVICE_RECORD),
    commands=(*COMMANDS, FREEZE_REPORT),
    routes=_routes,
    invariants=INVARIANTS,
)
