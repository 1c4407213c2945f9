"""Addresses of postal codes."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import NIGHT, Room
from retaguarda.foundation.services import Services
from retaguarda.postal.postal_cache import Kept, sweep_postal_codes
from retaguarda.postal.routes import postal_route
from retaguarda.providers.postal import PostalCodes


def _routes(services: Services) -> list[Route]:
    return [postal_route(services[Access], Kept(services[Database], services[PostalCodes]))]


def _crons(services: Services) -> list[Cron]:
    database = services[Database]
    return [Cron("postal.sweep", "41 4 * * *", lambda: sweep_postal_codes(database), grace=NIGHT)]


ROOM = Room(name="postal", routes=_routes, crons=_crons)
