"""Tells which group a charge would meet while rules are being written, and what is wrong with them."""

from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import HOUSE
from retaguarda.payin.rules.evaluate_charge import Decider, problems
from retaguarda.payin.rules.model import Tried, TryInput
from retaguarda.payin.rules.queries import processors_of
from retaguarda.payin.rules.tables import READ, RULES


def try_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        given = request.read(TryInput)
        async with HOUSE.over(access).open(request, READ) as (tx, _):
            wrong = problems(given.groups, {each.id: each.usable for each in await processors_of(tx)})
        # After an invalid condition nothing is known of the later groups either.
        if any(each.field == "condition" for each in wrong):
            return json_response(Tried(wrong, None, None))
        facts = {name: getattr(given, name) for name in ("hour", "merchant", "payer", "first_seen", "kind")}
        decision = Decider(given.groups).decide(facts | {"amount": given.amount.amount}, "")
        return json_response(Tried(wrong, decision.group, decision.action))

    return Route(
        "POST",
        f"{RULES.path}/try",
        "Which group a charge would meet, and what is wrong with which group",
        handler,
        permission=READ,
        scope=HOUSE,
        body=TryInput,
        answers=Tried,
    )
