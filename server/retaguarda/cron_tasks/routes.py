"""The part of the API where staff look after what runs by the clock."""

from datetime import UTC, datetime

from retaguarda.cron_tasks.commands import COMMANDS
from retaguarda.cron_tasks.records import CRON_TASK_RECORD
from retaguarda.cron_tasks.schedules import check_schedule, next_runs
from retaguarda.cron_tasks.tables import CRON_TASKS, READ
from retaguarda.cron_tasks.workers import workers_route
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Parameter, Request, Response, Route, json_response
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes

PREVIEWED = 5


def routes(access: Access) -> list[Route]:
    return [
        table_route(CRON_TASKS, access),
        _preview_route(access),
        record_route(CRON_TASK_RECORD, access),
        *command_routes(COMMANDS, access),
        workers_route(access),
    ]


def _preview_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        given = dict(request.query)
        async with HOUSE.over(access).open(request, READ):
            time_zone = given.get("time_zone", "UTC")
            schedule = check_schedule(given.get("schedule", ""), time_zone)
            return json_response(next_runs(schedule, time_zone, datetime.now(UTC), PREVIEWED))

    return Route(
        "GET",
        f"{CRON_TASKS.path}/preview",
        "When a schedule would run next",
        handler,
        permission=READ,
        scope=HOUSE,
        answers=list[datetime],
        parameters=(
            Parameter(
                "schedule", {"type": "string", "examples": ["30 6 * * 1-5"]}, "five fields of cron", required=True
            ),
            Parameter("time_zone", {"type": "string", "default": "UTC"}, "of the IANA"),
        ),
    )
