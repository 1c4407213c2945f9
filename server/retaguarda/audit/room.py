"""The log: what was done, and whether the house still holds."""

from retaguarda.audit.activity import ACTIVITY, activity_route
from retaguarda.audit.invariants import EXAMPLES, INVARIANTS
from retaguarda.audit.self_check import SelfChecks, self_check_route
from retaguarda.audit.trail import trail_route
from retaguarda.foundation.database import Database
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Catalogue, Room
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    access, catalogue = services[Access], services[Catalogue]
    checks = SelfChecks(
        services[Database], catalogue.groups, catalogue.examples, catalogue.sealed_groups, services[Keys]
    )
    return [
        activity_route(access),
        self_check_route(checks, access),
        *(trail_route(trail, access) for trail in catalogue.trails),
    ]


ROOM = Room(name="audit", tables=(ACTIVITY,), routes=_routes, invariants=INVARIANTS, group="log", examples=EXAMPLES)
