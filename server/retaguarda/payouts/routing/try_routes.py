"""Tells which group a payment would meet while routes are being written, and what is wrong with them."""

from retaguarda.foundation.conditions import RuleError
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.payout_engine.decide_route import FACTS, Routes
from retaguarda.payouts.routing.check_groups import problems
from retaguarda.payouts.routing.model import TriedRoutes, TryRoutesInput
from retaguarda.payouts.routing.queries import processors_of
from retaguarda.payouts.routing.tables import HOUSE_FACTOR, READ, ROUTES


def try_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        given = request.read(TryRoutesInput)
        async with HOUSE_FACTOR.over(access).open(request, READ) as (tx, _):
            wrong = problems(given.groups, {each.id for each in await processors_of(tx)})
        try:
            known = {name: value for name, value in given.facts.items() if name in FACTS}
            met = Routes(given.groups).group_of({**FACTS, **known})
        except RuleError:
            return json_response(TriedRoutes(wrong, None))
        place = next((place for place, group in enumerate(given.groups) if group is met), None)
        return json_response(TriedRoutes(wrong, place))

    return Route(
        "POST",
        f"{ROUTES.path}/try",
        "Which group a payment would meet, and what is wrong with which group",
        handler,
        permission=READ,
        scope=HOUSE_FACTOR,
        body=TryRoutesInput,
        answers=TriedRoutes,
    )
