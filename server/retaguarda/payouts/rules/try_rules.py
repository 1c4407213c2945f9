"""Tells which groups a payment would meet while rules are being written, and what is wrong with them."""

from retaguarda.foundation.conditions import RuleError
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.payout_engine.evaluate_rules import FACTS, RuleSet
from retaguarda.payouts.rules.check_groups import problems
from retaguarda.payouts.rules.model import TriedPayout, TryPayoutInput
from retaguarda.payouts.rules.queries import processors_of
from retaguarda.payouts.rules.tables import HOUSE_FACTOR, READ, RULES


def try_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        given = request.read(TryPayoutInput)
        async with HOUSE_FACTOR.over(access).open(request, READ) as (tx, _):
            wrong = problems(given.groups, {each.id: each.usable for each in await processors_of(tx)})
        # After an invalid condition nothing is known of the later groups either.
        if any(each.field == "condition" for each in wrong):
            return json_response(TriedPayout(wrong, None, None))
        known = {name: value for name, value in given.facts.items() if name in FACTS}
        try:
            verdict = RuleSet(given.groups).judge({**FACTS, **known})
        except RuleError:
            return json_response(TriedPayout(wrong, None, None))
        return json_response(TriedPayout(wrong, [each.group for each in verdict.met], verdict.action))

    return Route(
        "POST",
        f"{RULES.path}/try",
        "Which groups a payment would meet, and what is wrong with which group",
        handler,
        permission=READ,
        scope=HOUSE_FACTOR,
        body=TryPayoutInput,
        answers=TriedPayout,
    )
