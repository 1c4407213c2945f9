"""What stands above the list of alerts: how many of those that were decided were nothing."""

import msgspec

from retaguarda.compliance.pld_alerts.tables import READ
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.typed_rows import fetch_one, present


class AlertFigures(msgspec.Struct):
    """Of the alerts that were decided within 90 days: all, and those that were false alarms."""

    decided_90d: int
    false_alarms_90d: int


_FIGURES = """
    select count(*) as decided_90d, count(*) filter (where a.status = 'dismissed') as false_alarms_90d
      from pld_alert a where a.status in ('escalated', 'dismissed', 'cleared') and a.decided_at > now() - interval '90 days'
"""


def figures_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with HOUSE.over(access).open(request, READ) as (tx, _):
            return json_response(present(await fetch_one(tx, AlertFigures, _FIGURES)))

    return Route(
        "GET",
        "/v1/pld-engine/alert-figures",
        "How many alerts were decided within 90 days, and how many of them were false alarms",
        handler,
        permission=READ,
        scope=HOUSE,
        answers=AlertFigures,
    )
