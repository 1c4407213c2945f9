"""When a schedule would run, before it is written down."""

from retaguarda.account.scheduling.check_rhythm import rhythm_of, runs_ahead
from retaguarda.account.scheduling.model import PREVIEWED, Preview, RhythmInput
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import MERCHANT


def preview_route(access: Access) -> Route:
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
