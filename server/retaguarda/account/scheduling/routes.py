"""The schedules' part of the API."""

from retaguarda.account.scheduling.checking import rhythm_of, runs_ahead
from retaguarda.account.scheduling.commands.steer import (
    END_SCHEDULE,
    PAUSE_SCHEDULE,
    RESUME_SCHEDULE,
    RUN_NOW,
    SKIP_NEXT,
)
from retaguarda.account.scheduling.commands.write import CREATE_SCHEDULE, EDIT_SCHEDULE
from retaguarda.account.scheduling.model import PREVIEWED, Preview, RhythmInput
from retaguarda.account.scheduling.records import SCHEDULE_RECORD
from retaguarda.account.scheduling.tables import SCHEDULES
from retaguarda.foundation.call import Answer, Call, Door, Route, answer
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import planned_routes

COMMANDS = (CREATE_SCHEDULE, EDIT_SCHEDULE, PAUSE_SCHEDULE, RESUME_SCHEDULE, SKIP_NEXT, RUN_NOW, END_SCHEDULE)


def routes(door: Door) -> list[Route]:
    return [
        table_route(SCHEDULES, door),
        _preview_route(door),
        record_route(SCHEDULE_RECORD, door),
        *planned_routes(COMMANDS, door),
    ]


def _preview_route(door: Door) -> Route:
    async def handler(call: Call) -> Answer:
        given = call.read(RhythmInput)
        async with door.open(call, Permission.ACCOUNT_SCHEDULING_READ):
            return answer(Preview(runs_ahead(rhythm_of(given), PREVIEWED)))

    return Route(
        "POST",
        "/v1/account/schedules/preview",
        "When a schedule that is not written down yet would run",
        handler,
        permission=Permission.ACCOUNT_SCHEDULING_READ,
        body=RhythmInput,
        answers=Preview,
    )
