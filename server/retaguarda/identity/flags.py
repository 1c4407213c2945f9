"""Feature flags (readings 18), and the notification topics that the client requests after sign-in."""

from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.request import Access, Parameter, Request, Response, Route, json_response


def flag_routes(access: Access) -> list[Route]:
    async def flag(request: Request) -> Response:
        name = dict(request.query).get("flag", "")
        if not name or len(name) > 100 or "\x00" in name:
            raise invalid_field("flag", "field_required", "flag names a feature flag, at most 100 characters")
        async with access.open(request, None, touch=False) as (tx, _):
            companies = await tx.value("select companies from feature_flag where name = %(name)s", {"name": name})
            return json_response(companies or [])

    async def topics(request: Request) -> Response:
        async with access.open(request, None, touch=False):
            return json_response(list[str]())

    name = Parameter("flag", {"type": "string"}, required=True)
    return [
        Route(
            "GET",
            "/v1/dashboard/feature-flags",
            "Companies a flag is on for",
            flag,
            answers=list[int],
            parameters=(name,),
        ),
        Route("GET", "/v1/dashboard/notifications/topics", "Topics of notifications", topics, answers=list[str]),
    ]
