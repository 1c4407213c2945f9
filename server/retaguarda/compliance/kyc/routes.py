"""What stands beside the lists of KYC: how long the provider takes, and for what a request may be opened."""

from uuid import UUID

import msgspec

from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import EVERYBODY, HOUSE
from retaguarda.foundation.typed_rows import fetch_all, fetch_one, present


class KycFigures(msgspec.Struct):
    """Requests that were decided within 30 days, of all merchants; ``median_hours`` from handing in to the decision, None without one."""

    decided_30d: int
    median_hours: int | None


_FIGURES = """
    select count(*) as decided_30d,
           (percentile_disc(0.5) within group (order by extract(epoch from r.decided_at - r.submitted_at)) / 3600)::int as median_hours
      from kyc_request r where r.decided_at > now() - interval '30 days' and r.submitted_at is not null
"""


class KycReasonName(msgspec.Struct):
    """A reason as a merchant knows it, to open a request for: what else stands in it is of the staff."""

    id: UUID
    name: str


#: More than anybody chooses among.
_MOST_NAMES = 500
_NAMES = f"select r.id, r.name from kyc_reason r where r.active order by r.name, r.id limit {_MOST_NAMES}"


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


def reason_names_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with EVERYBODY.over(access).open(request, Permission.KYC_REQUESTS_READ) as (tx, _):
            return json_response(await fetch_all(tx, KycReasonName, _NAMES))

    return Route(
        "GET",
        "/v1/kyc/reason-names",
        "The names of the reasons for which a request may be opened",
        handler,
        permission=Permission.KYC_REQUESTS_READ,
        scope=EVERYBODY,
        answers=list[KycReasonName],
    )
