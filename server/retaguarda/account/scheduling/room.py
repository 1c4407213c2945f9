"""Withdrawals by a rhythm."""

from retaguarda.account.scheduling.commands.control_schedule import (
    END_SCHEDULE,
    PAUSE_SCHEDULE,
    RESUME_SCHEDULE,
    RUN_NOW,
    SKIP_NEXT,
)
from retaguarda.account.scheduling.commands.write_schedule import CREATE_SCHEDULE, EDIT_SCHEDULE
from retaguarda.account.scheduling.invariants import INVARIANTS
from retaguarda.account.scheduling.jobs import Due
from retaguarda.account.scheduling.queries import of_schedule
from retaguarda.account.scheduling.records import SCHEDULE_RECORD
from retaguarda.account.scheduling.routes import preview_route
from retaguarda.account.scheduling.tables import SCHEDULES
from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    return [preview_route(services[Access])]


def _crons(services: Services) -> list[Cron]:
    return [Cron("scheduling.run_due", "* * * * *", Due(services[Database]).run)]


ROOM = Room(
    name="scheduling",
    tables=(SCHEDULES,),
    records=(SCHEDULE_RECORD,),
    commands=(CREATE_SCHEDULE, EDIT_SCHEDULE, PAUSE_SCHEDULE, RESUME_SCHEDULE, SKIP_NEXT, RUN_NOW, END_SCHEDULE),
    routes=_routes,
    crons=_crons,
    invariants=INVARIANTS,
    trails=(Trail("schedules", Permission.ACCOUNT_SCHEDULING_READ, of_subject(of_schedule)),),
)
