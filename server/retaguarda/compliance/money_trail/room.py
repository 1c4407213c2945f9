"""The money trail: the provider's staff alone, because it shows who pays whom across merchants."""

from retaguarda.compliance.money_trail.routes import money_trail_routes
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    return money_trail_routes(services[Access])


ROOM = Room(name="compliance.money_trail", routes=_routes, group="compliance")
