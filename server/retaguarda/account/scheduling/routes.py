"""The schedules' part of the API."""

from retaguarda.account.scheduling.check_rhythm import rhythm_of, runs_ahead
from retaguarda.account.scheduling.commands.control_schedule import (
    END_SCHEDULE,
    PAUSE_SCHEDULE,
    RESUME_SCHEDULE,
    RUN_NOW,
    SKIP_NEXT,
)
from retaguarda.account.scheduling.commands.write_schedule import CREATE_SCHEDULE, EDIT_SCHEDULE
from retaguarda.account.scheduling.model import PREVIEWED, Preview, RhythmInput
from retaguarda.account.scheduling.records import SCHEDULE_RECORD
from retaguarda.account.scheduling.tables import SCHEDULES
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes

COMMANDS = (CREATE_SCHEDULE, EDIT_SCHEDULE, PAUSE_SCHEDULE, RESUME_SCHEDULE, SKIP_NEXT, RUN_NOW, END_SCHEDULE)


def routes(access: Access) -> list[Route]:
    return [
        table_route(SCHEDULES, access),
        _preview_route(access),
        record_route(SCHEDULE_RECORD, access),
        *command_routes(COMMANDS, access),
    ]


def _preview_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        given = request.read(RhythmInput)
        async with MERCHANT.over(access).open(request, Permission.ACCOUNT_SCHEDULING_READ):
            return json_response(Preview(runs_ahead(rhythm_of(given), PREVIEWED)))

    return Route(
        "POST",
        "/v1/account/schedules/preview",
        "When a schedule that is not written down yet would run",
        handler,
        permission=Permission.ACCOUNT_SCHEDULING_READ,
        scope=MERCHANT,
        body=RhythmInput,
        answers=Preview,
    )
