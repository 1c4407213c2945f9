"""Figures of pay-in: its hours are counted as events come in."""

from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.payin.administration.hourly_rollup import HOURS
from retaguarda.payin.administration.routes import administration_route
from retaguarda.payin.consumers import ROLL_UP


def _routes(services: Services) -> list[Route]:
    return [administration_route(services[Access])]


def _consumers(services: Services) -> list[EventConsumer]:
    return [ROLL_UP, HOURS]


ROOM = Room(name="payin.administration", routes=_routes, consumers=_consumers)
