"""Whether our services work, and what is done when they do not."""

from retaguarda.availability.commands import COMMANDS
from retaguarda.availability.invariants import INVARIANTS
from retaguarda.availability.jobs import Watch
from retaguarda.availability.merge_incidents import MERGE, SPLIT
from retaguarda.availability.print_apix import apix_route
from retaguarda.availability.records import INCIDENT
from retaguarda.availability.routes import month_route
from retaguarda.availability.tables import INCIDENTS
from retaguarda.availability.write_apix import FREEZE_APIX
from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import NIGHT, Room
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    return [month_route(services[Access]), apix_route(services[Access])]


def _crons(services: Services) -> list[Cron]:
    watch = Watch(services[Database])
    return [
        Cron("audit.find_incidents", "* * * * *", watch.run),
        Cron("audit.sweep_minutes", "41 3 * * *", watch.sweep, grace=NIGHT),
    ]


ROOM = Room(
    name="availability",
    tables=(INCIDENTS,),
    records=(INCIDENT,),
    commands=(*COMMANDS, MERGE, SPLIT, FREEZE_APIX),
    routes=_routes,
    crons=_crons,
    invariants=INVARIANTS,
)
