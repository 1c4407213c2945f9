"""Operations: one remittance each, quoted or collected from a payment."""

from collections.abc import Iterable

from retaguarda.exchange.operations.commands import COMMANDS
from retaguarda.exchange.operations.consumers import COLLECT
from retaguarda.exchange.operations.invariants import INVARIANTS
from retaguarda.exchange.operations.jobs import Tend
from retaguarda.exchange.operations.print_bordereau import bordereau_route
from retaguarda.exchange.operations.queries import of_operation
from retaguarda.exchange.operations.records import OPERATION_RECORD
from retaguarda.exchange.operations.tables import OPERATIONS, READ
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services


def _consumers(services: Services) -> Iterable[EventConsumer]:
    return [COLLECT]


def _crons(services: Services) -> Iterable[Cron]:
    return [Cron("exchange.tend_operations", "* * * * *", Tend(services[Database]).run)]


def _routes(services: Services) -> list[Route]:
    return [bordereau_route(services[Access], services[Keys])]


ROOM = Room(
    name="exchange.operations",
    tables=(OPERATIONS,),
    records=(OPERATION_RECORD,),
    commands=COMMANDS,
    crons=_crons,
    routes=_routes,
    consumers=_consumers,
    invariants=INVARIANTS,
    group="exchange",
    trails=(Trail("exchange-operations", READ, of_subject(of_operation), "exchange:operation:%"),),
)
