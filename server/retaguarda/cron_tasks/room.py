"""Cron tasks: what runs by the clock, and staff who look after it."""

from retaguarda.cron_tasks.commands import COMMANDS
from retaguarda.cron_tasks.consumers import asked_runs
from retaguarda.cron_tasks.housekeeping import MonthsAhead, NightlyVerification, Sweep
from retaguarda.cron_tasks.invariants import INVARIANTS
from retaguarda.cron_tasks.queries import of_task
from retaguarda.cron_tasks.records import CRON_TASK_RECORD
from retaguarda.cron_tasks.routes import preview_route
from retaguarda.cron_tasks.tables import CRON_TASKS
from retaguarda.cron_tasks.workers import workers_route
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron, Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import NIGHT, Catalogue, Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.foundation.stuck_work import ResumeStuckWork


def _routes(services: Services) -> list[Route]:
    access = services[Access]
    return [preview_route(access), workers_route(access)]


def _crons(services: Services) -> list[Cron]:
    database, catalogue = services[Database], services[Catalogue]
    verification = NightlyVerification(database, catalogue.invariants, catalogue.sealed_invariants, services[Keys])
    resuming = ResumeStuckWork(database, services[Queue], catalogue.stuck_work)
    return [
        Cron("jobs.take_up", "*/10 * * * *", resuming.run),
        Cron("ledger.verify", "23 5 * * *", verification.run, grace=NIGHT),
        Cron("tools.months", "37 4 * * *", MonthsAhead(database).run, grace=NIGHT),
        Cron("tools.sweep", "53 4 * * *", Sweep(database).run, grace=NIGHT),
    ]


def _consumers(services: Services) -> list[EventConsumer]:
    return [asked_runs(services[Queue])]


ROOM = Room(
    name="cron_tasks",
    tables=(CRON_TASKS,),
    records=(CRON_TASK_RECORD,),
    commands=COMMANDS,
    routes=_routes,
    crons=_crons,
    consumers=_consumers,
    invariants=INVARIANTS,
    group="months",
    trails=(Trail("tasks", Permission.SCHEDULER_TASK_READ, of_subject(of_task, any_account=True)),),
)
