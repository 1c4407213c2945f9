"""What stands above the list of requests: how long the provider takes."""

import msgspec

from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.typed_rows import fetch_one, present


class KycFigures(msgspec.Struct):
    """Requests that were decided within 30 days, of all merchants; ``median_hours`` from handing in to the decision, None without one."""

    decided_30d: int
    median_hours: int | None


_FIGURES = """
    select count(*) as decided_30d,
           (percentile_disc(0.5) within group (order by extract(epoch from r.decided_at - r.submitted_at)) / 3600)::int as median_hours
      from kyc_request r where r.decided_at > now() - interval '30 days' and r.submitted_at is not null
"""


def figures_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with HOUSE.over(access).open(request, Permission.KYC_REQUESTS_READ) as (tx, _):
            return json_response(present(await fetch_one(tx, KycFigures, _FIGURES)))

    return Route(
        "GET",
        "/v1/kyc/figures",
        "How many requests were decided within 30 days, and how long that took",
        handler,
        permission=Permission.KYC_REQUESTS_READ,
        scope=HOUSE,
        answers=KycFigures,
    )
