"""The part of the API where staff look after what runs by the clock."""

from datetime import UTC, datetime

from retaguarda.foundation.call import Answer, Call, Door, Parameter, Route, answer
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import planned_routes
from retaguarda.tools.commands import COMMANDS
from retaguarda.tools.records import CRON_TASK_RECORD
from retaguarda.tools.schedules import check_schedule, next_runs
from retaguarda.tools.tables import CRON_TASKS, READ
from retaguarda.tools.workers import workers_route

PREVIEWED = 5


def routes(door: Door) -> list[Route]:
    """``door`` opens on the provider's company, and for its staff only."""
    return [
        table_route(CRON_TASKS, door),
        _preview_route(door),
        record_route(CRON_TASK_RECORD, door),
        *planned_routes(COMMANDS, door),
        workers_route(door),
    ]


def _preview_route(door: Door) -> Route:
    async def handler(call: Call) -> Answer:
        given = dict(call.query)
        async with door.open(call, READ):
            time_zone = given.get("time_zone", "UTC")
            schedule = check_schedule(given.get("schedule", ""), time_zone)
            return answer(next_runs(schedule, time_zone, datetime.now(UTC), PREVIEWED))

    return Route(
        "GET",
        f"{CRON_TASKS.path}/preview",
        "When a schedule would run next",
        handler,
        permission=READ,
        answers=list[datetime],
        parameters=(
            Parameter(
                "schedule", {"type": "string", "examples": ["30 6 * * 1-5"]}, "five fields of cron", required=True
            ),
            Parameter("time_zone", {"type": "string", "default": "UTC"}, "of the IANA"),
        ),
    )
