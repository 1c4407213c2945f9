"""Payouts at a glance."""

from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.payouts.administration.routes import administration_route


def _routes(services: Services) -> list[Route]:
    return [administration_route(services[Access])]


ROOM = Room(name="payouts.administration", routes=_routes)
