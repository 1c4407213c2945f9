"""Payouts at a glance, and the alerts about them."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.payouts.administration.jobs import Alerts
from retaguarda.payouts.administration.routes import administration_route


def _routes(services: Services) -> list[Route]:
    return [administration_route(services[Access])]


def _crons(services: Services) -> list[Cron]:
    alerts = Alerts(services[Database])
    return [
        Cron("payouts.alerts", "* * * * *", alerts.run),
        Cron("payouts.watch_rates", "*/10 * * * *", alerts.watch),
    ]


ROOM = Room(name="payouts.administration", routes=_routes, crons=_crons)
