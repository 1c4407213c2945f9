"""Splits of what came in, and the batches that their runs bring."""

from collections.abc import Iterable
from typing import Any

from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject, with_second_factor
from retaguarda.foundation.services import Services
from retaguarda.payouts.splits.commands import DECIDE, DRAFT, commands
from retaguarda.payouts.splits.invariants import INVARIANTS
from retaguarda.payouts.splits.jobs import SplitClock
from retaguarda.payouts.splits.queries import of_split
from retaguarda.payouts.splits.records import SPLIT_RECORD
from retaguarda.payouts.splits.routes import split_routes
from retaguarda.payouts.splits.tables import READ, SPLIT_RUNS, SPLITS


def _configured(services: Services) -> Iterable[Command[Any]]:
    return commands(services[Keys])


def _crons(services: Services) -> Iterable[Cron]:
    return [Cron("payouts.splits", "12 * * * *", SplitClock(services[Database], services[Keys]).run)]


ROOM = Room(
    name="payouts.splits",
    tables=(SPLITS, SPLIT_RUNS),
    records=(SPLIT_RECORD,),
    commands=(DRAFT, DECIDE),
    configured=_configured,
    routes=split_routes,
    crons=_crons,
    invariants=INVARIANTS,
    group="payouts",
    trails=(Trail("payout-splits", READ, with_second_factor(of_subject(of_split))),),
)
