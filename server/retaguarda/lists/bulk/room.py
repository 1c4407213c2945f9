"""Commands on many rows of a list."""

from retaguarda.foundation.command import command_route
from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Job
from retaguarda.foundation.request import Access, Gate, Route
from retaguarda.foundation.room import Catalogue, Room
from retaguarda.foundation.services import Services
from retaguarda.lists.bulk.jobs import JOB, Bulks
from retaguarda.lists.bulk.records import BULK_RECORD
from retaguarda.lists.bulk.request_bulk import ask
from retaguarda.lists.bulk.tables import BULK_ITEMS, BULKS


def _routes(services: Services) -> list[Route]:
    return [command_route(ask(services[Catalogue].bulk), services[Access])]


def _jobs(services: Services) -> list[Job]:
    return [Job(JOB, Bulks(services[Database], services[Catalogue].bulk, services[Gate]).run)]


ROOM = Room(name="lists.bulk", tables=(BULKS, BULK_ITEMS), records=(BULK_RECORD,), routes=_routes, jobs=_jobs)
