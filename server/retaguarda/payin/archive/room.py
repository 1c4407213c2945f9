"""Months in the archive: what was said with payment providers is dropped from the database by two people, and read from there."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Job
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.payin.archive.commands import COMMANDS
from retaguarda.payin.archive.invariants import INVARIANTS
from retaguarda.payin.archive.jobs import DROP, ArchivedMonths
from retaguarda.payin.archive.model import Archive
from retaguarda.payin.archive.routes import months_route

_UNFINISHED = StuckWork(
    DROP,
    "payin.provider_calls",
    "select id::text, agreed_at as since, jsonb_build_object('month', id) as args from archived_month where status = 'dropping'",
)


def _routes(services: Services) -> list[Route]:
    return [months_route(services[Access], services[Archive])]


def _jobs(services: Services) -> list[Job]:
    return [Job(DROP, ArchivedMonths(services[Database], services[Archive]).drop)]


ROOM = Room(
    name="payin.archive",
    commands=COMMANDS,
    routes=_routes,
    jobs=_jobs,
    invariants=INVARIANTS,
    group="payin",
    stuck_work=(_UNFINISHED,),
)
