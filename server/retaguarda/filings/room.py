"""Files for regulators: what was asked for, how it was made, and who approved it."""

from retaguarda.filings.commands import filing_commands
from retaguarda.filings.compare_delivered import compare_command
from retaguarda.filings.invariants import INVARIANTS
from retaguarda.filings.queries import of_filing
from retaguarda.filings.records import C220_RECORD, C220_WORKBENCH
from retaguarda.filings.routes import file_route
from retaguarda.filings.tables import C220, C220_DIFFERENCES, C220_REQUESTS
from retaguarda.foundation.database import Database
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    return [file_route(services[Access], services[Database], C220)]


ROOM = Room(
    name="filings",
    tables=(C220_REQUESTS, C220_DIFFERENCES),
    records=(C220_RECORD, C220_WORKBENCH),
    commands=(*filing_commands(C220), compare_command(C220)),
    routes=_routes,
    invariants=INVARIANTS,
    group="exchange",
    trails=(Trail("c220", C220.read, of_subject(of_filing, any_account=True), "filings:request:%"),),
)
