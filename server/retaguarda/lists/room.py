"""What every list has: facets, and views that people save."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron, Queue
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import HOUR, Catalogue, Room
from retaguarda.foundation.services import Services
from retaguarda.lists.deferred_work import UNFINISHED, asked_work
from retaguarda.lists.facets import facet_route
from retaguarda.lists.sweep import Sweep
from retaguarda.lists.views_commands import view_routes


def _routes(services: Services) -> list[Route]:
    access, tables = services[Access], services[Catalogue].tables
    return [
        *(facet_route(table, access) for table in tables),
        *view_routes(access, frozenset(table.name for table in tables)),
    ]


def _crons(services: Services) -> list[Cron]:
    return [Cron("lists.sweep", "41 * * * *", Sweep(services[Database]).run, grace=HOUR)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [asked_work(services[Queue])]


ROOM = Room(name="lists", routes=_routes, crons=_crons, consumers=_consumers, stuck_work=UNFINISHED)
