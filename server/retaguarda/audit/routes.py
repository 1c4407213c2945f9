"""The part of the API that tells what was done."""

from collections.abc import Iterable

from retaguarda.audit.activity import ACTIVITY, activity_route
from retaguarda.audit.self_check import SelfChecks, self_check_route
from retaguarda.audit.trail import Trail, trail_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route


def routes(access: Access, trails: Iterable[Trail], checks: SelfChecks) -> list[Route]:
    return [
        table_route(ACTIVITY, access),
        activity_route(access),
        self_check_route(checks, access),
        *(trail_route(trail, access) for trail in trails),
    ]
