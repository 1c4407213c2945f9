"""House accounts and statements: the provider's staff alone."""

from retaguarda.bank_files.upload_pieces import piece_route
from retaguarda.conciliation.statements.commands import COMMANDS
from retaguarda.conciliation.statements.files import STATEMENT
from retaguarda.conciliation.statements.invariants import INVARIANTS
from retaguarda.conciliation.statements.records import RECORDS
from retaguarda.conciliation.statements.tables import ACCOUNTS, FILES, LINES
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    return [piece_route(STATEMENT, services[Access], services[Scanning])]


ROOM = Room(
    name="conciliation.statements",
    tables=(LINES, FILES, ACCOUNTS),
    records=RECORDS,
    commands=COMMANDS,
    routes=_routes,
    invariants=INVARIANTS,
    group="conciliation",
)
