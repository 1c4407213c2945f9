"""Feature flags (readings 18), and the notification topics the client asks for after sign-in."""

from retaguarda.foundation.call import Answer, Call, Door, Parameter, Route, answer
from retaguarda.foundation.command import command_route
from retaguarda.foundation.errors import invalid_field
from retaguarda.identity.flag_command import SWITCH_FLAG


def flag_routes(door: Door) -> list[Route]:
    async def flag(call: Call) -> Answer:
        name = dict(call.query).get("flag", "")
        if not name or len(name) > 100 or "\x00" in name:
            raise invalid_field("flag", "field_required", "flag names a feature flag, at most 100 characters")
        async with door.open(call, None, touch=False) as (tx, _):
            companies = await tx.value("select companies from feature_flag where name = %(name)s", {"name": name})
            return answer(companies or [])

    async def topics(call: Call) -> Answer:
        async with door.open(call, None, touch=False):
            return answer(list[str]())

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
        command_route(SWITCH_FLAG, door),
        Route("GET", "/v1/dashboard/notifications/topics", "Topics of notifications", topics, answers=list[str]),
    ]
