"""Batches of payouts."""

from typing import Any

from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.services import Services
from retaguarda.payouts.batches.cancel_rest import Stopping
from retaguarda.payouts.batches.check_external_ids import PlanningAgain
from retaguarda.payouts.batches.commands import commands
from retaguarda.payouts.batches.expire_batches import Expiry
from retaguarda.payouts.batches.invariants import INVARIANTS
from retaguarda.payouts.batches.jobs import PLAN, READ, RUN, STOP, UNFINISHED, asked_batches, ended_payouts
from retaguarda.payouts.batches.parse_batch import Parsing
from retaguarda.payouts.batches.queries import OF_BATCH
from retaguarda.payouts.batches.records import BATCH_RECORD
from retaguarda.payouts.batches.run_batch import Running
from retaguarda.payouts.batches.tables import PAYOUT_BATCHES, PAYOUT_LINES
from retaguarda.payouts.batches.upload_pieces import piece_route
from retaguarda.payouts.batches.write_mapping import mappings_route
from retaguarda.payouts.batches.write_result import result_route
from retaguarda.settings import Settings


def _configured(services: Services) -> tuple[Command[Any], ...]:
    settings = services[Settings]
    return commands(Keys(settings.secret, settings.secret_previous))


def _routes(services: Services) -> list[Route]:
    access = services[Access]
    return [piece_route(access, services[Scanning]), result_route(access, services[Database]), mappings_route(access)]


def _jobs(services: Services) -> list[Job]:
    database, keys = services[Database], services[Keys]
    return [
        Job(READ, Parsing(database, keys).run),
        Job(RUN, Running(database, keys).run),
        Job(PLAN, PlanningAgain(database).run),
        Job(STOP, Stopping(database).run),
    ]


def _crons(services: Services) -> list[Cron]:
    return [Cron("payouts.expire_batches", "7 * * * *", Expiry(services[Database]).run)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [asked_batches(services[Queue]), ended_payouts()]


ROOM = Room(
    name="payout_batches",
    tables=(PAYOUT_BATCHES, PAYOUT_LINES),
    records=(BATCH_RECORD,),
    configured=_configured,
    routes=_routes,
    jobs=_jobs,
    crons=_crons,
    consumers=_consumers,
    invariants=INVARIANTS,
    stuck_work=UNFINISHED,
    trails=(Trail("payout-batches", Permission.PAYOUT_PAYMENT_READ, OF_BATCH, "payouts:%"),),
)
