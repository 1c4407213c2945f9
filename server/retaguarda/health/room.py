"""Whether the house is well, for whoever watches over it."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.request import Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.health.routes import routes
from retaguarda.settings import Settings


def _routes(services: Services) -> list[Route]:
    settings = services[Settings]
    return routes(services[Database], settings.data, settings.metrics_token)


ROOM = Room(name="health", routes=_routes)
