"""What payouts cost: booked by the clock."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.payouts.costs.invariants import INVARIANTS
from retaguarda.payouts.costs.jobs import CostBooking


def _crons(services: Services) -> list[Cron]:
    return [Cron("payouts.book_costs", "* * * * *", CostBooking(services[Database]).run)]


ROOM = Room(name="payouts.costs", crons=_crons, invariants=INVARIANTS, group="payouts")
