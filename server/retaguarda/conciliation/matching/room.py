"""Matches between bank and ledger, and their exceptions."""

from retaguarda.conciliation.matching.commands import COMMANDS
from retaguarda.conciliation.matching.invariants import INVARIANTS
from retaguarda.conciliation.matching.records import EXCEPTION_RECORD, RULE_RECORD
from retaguarda.conciliation.matching.routes import matching_routes
from retaguarda.conciliation.matching.tables import EXCEPTIONS, RULES
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    return matching_routes(services[Access])


ROOM = Room(
    name="conciliation.matching",
    tables=(EXCEPTIONS, RULES),
    records=(EXCEPTION_RECORD, RULE_RECORD),
    commands=COMMANDS,
    routes=_routes,
    invariants=INVARIANTS,
    group="conciliation_matching",
)
