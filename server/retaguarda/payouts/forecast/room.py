"""When payments leave, and what would change that."""

from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.payouts.forecast.routes import forecast_routes


def _routes(services: Services) -> list[Route]:
    return forecast_routes(services[Access], services[Keys])


ROOM = Room(name="payouts.forecast", routes=_routes)
