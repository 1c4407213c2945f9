"""Lots: orders that go to a bank together by API. Nobody asks for them; a worker brings them."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.services import Services
from retaguarda.payouts.lots.invariants import INVARIANTS
from retaguarda.payouts.lots.jobs import lot_clock, lot_job
from retaguarda.payouts.lots.records import LOT_RECORD, ONE
from retaguarda.payouts.lots.tables import LOTS, READ
from retaguarda.payouts.lots.watch_lots import UNFINISHED, ordered_payouts
from retaguarda.payouts.processors.connections import PayoutConnections


def _jobs(services: Services) -> list[Job]:
    return [lot_job(services[Database], services[PayoutConnections], services[Queue])]


def _crons(services: Services) -> list[Cron]:
    return [lot_clock(services[Database], services[PayoutConnections], services[Queue])]


def _consumers(services: Services) -> list[EventConsumer]:
    return [ordered_payouts(services[Queue])]


ROOM = Room(
    name="payouts.lots",
    group="payouts",
    tables=(LOTS,),
    records=(LOT_RECORD,),
    jobs=_jobs,
    crons=_crons,
    consumers=_consumers,
    invariants=INVARIANTS,
    stuck_work=UNFINISHED,
    trails=(Trail("payout-lots", READ, ONE),),
)
