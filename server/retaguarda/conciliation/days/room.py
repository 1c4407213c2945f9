"""Balances per day, their closing and their seals."""

from retaguarda.conciliation.days.commands import DECIDE_DAY
from retaguarda.conciliation.days.invariants import INVARIANTS
from retaguarda.conciliation.days.records import DAY_RECORD
from retaguarda.conciliation.days.routes import day_routes
from retaguarda.conciliation.days.tables import DAYS
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services


def _routes(services: Services) -> list[Route]:
    return day_routes(services[Access])


ROOM = Room(
    name="conciliation.days",
    tables=(DAYS,),
    records=(DAY_RECORD,),
    commands=(DECIDE_DAY,),
    routes=_routes,
    invariants=INVARIANTS,
    group="conciliation_days",
)
