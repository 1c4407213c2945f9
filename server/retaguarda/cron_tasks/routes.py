"""When a schedule would run next, for the form that changes one."""

from datetime import UTC, datetime

from retaguarda.cron_tasks.schedules import check_schedule, next_runs
from retaguarda.cron_tasks.tables import CRON_TASKS, READ
from retaguarda.foundation.request import Access, Parameter, Request, Response, Route, json_response
from retaguarda.foundation.scope import HOUSE

PREVIEWED = 5


def preview_route(access: Access) -> Route:
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
