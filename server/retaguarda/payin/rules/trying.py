"""Which rule a charge would meet, while rules are being written; and what of them is no rule yet."""

from retaguarda.foundation.call import Answer, Call, Door, Route, answer
from retaguarda.payin.rules.deciding import Decider, problems
from retaguarda.payin.rules.model import Tried, TryInput
from retaguarda.payin.rules.rows import processors_of
from retaguarda.payin.rules.tables import READ, RULES


def try_route(door: Door) -> Route:
    async def handler(call: Call) -> Answer:
        given = call.read(TryInput)
        async with door.open(call, READ) as (tx, _):
            wrong = problems(given.groups, {each.id: each.usable for each in await processors_of(tx)})
        # With a condition that is none nothing can be said of those behind it either.
        if any(each.field == "condition" for each in wrong):
            return answer(Tried(wrong, None, None))
        facts = {name: getattr(given, name) for name in ("hour", "merchant", "payer", "first_seen", "kind")}
        met = Decider(given.groups).decide(facts | {"amount": given.amount.amount}, "")
        return answer(Tried(wrong, met.group, met.action))

    return Route(
        "POST",
        f"{RULES.path}/try",
        "Which group a charge would meet, and what is wrong with which group",
        handler,
        permission=READ,
        body=TryInput,
        answers=Tried,
    )
