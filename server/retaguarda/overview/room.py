"""The first page: figures of the last days."""

from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.overview.queries import setup_route
from retaguarda.overview.routes import overview_route


def _routes(services: Services) -> list[Route]:
    access = services[Access]
    return [overview_route(access), setup_route(access)]


ROOM = Room(name="overview", routes=_routes)
