"""What the active rules see of the planted patterns."""

from retaguarda.compliance.pld_blind_spots.check_coverage import coverage_of
from retaguarda.compliance.pld_blind_spots.model import Coverage
from retaguarda.compliance.pld_blind_spots.tables import READ
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import HOUSE


def coverage_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with HOUSE.over(access).open(request, READ) as (tx, principal):
            return json_response(await coverage_of(tx, principal.person_id))

    return Route(
        "GET",
        "/v1/pld-engine/coverage",
        "Which planted patterns of money laundering the active rules see, and which situations they name or do not apply",
        handler,
        permission=READ,
        scope=HOUSE,
        answers=Coverage,
    )
