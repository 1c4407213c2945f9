"""What people's decisions teach, as proposals for rules."""

from retaguarda.conciliation.matching.model import LearnedText
from retaguarda.conciliation.matching.queries import learned
from retaguarda.conciliation.statements.tables import READ
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import HOUSE


def matching_routes(access: Access) -> list[Route]:
    async def read(request: Request) -> Response:
        async with HOUSE.over(access).open(request, READ) as (tx, _):
            return json_response(await learned(tx))

    return [
        Route(
            "GET",
            "/v1/conciliation/learned",
            "What people's decisions teach and no rule says yet, the surest first",
            read,
            permission=READ,
            scope=HOUSE,
            answers=list[LearnedText],
        )
    ]
