"""Processors that pay: staff connect, test, rotate, drain and enable them."""

from typing import Any

from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject, with_second_factor
from retaguarda.foundation.services import Services
from retaguarda.ledger.plan import command_routes
from retaguarda.payouts.processors.commands import COMMANDS
from retaguarda.payouts.processors.connections import PayoutConnections
from retaguarda.payouts.processors.create_processors import Secrets
from retaguarda.payouts.processors.jobs import asked_tests, test_job
from retaguarda.payouts.processors.queries import of_processor
from retaguarda.payouts.processors.records import PROCESSOR_RECORD
from retaguarda.payouts.processors.tables import PROCESSORS, READ
from retaguarda.payouts.processors.watch_floats import Floats
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses


def _secret(services: Services) -> tuple[Command[Any], ...]:
    return Secrets(services[Keys], services[AllowedAddresses]).commands()


def _routes(services: Services) -> list[Route]:
    # No policy is about these: their input holds secrets.
    return command_routes(_secret(services), services[Access])


def _jobs(services: Services) -> list[Job]:
    return [test_job(services[Database], services[PayoutConnections])]


def _crons(services: Services) -> list[Cron]:
    floats = Floats(services[Database], services[PayoutConnections])
    return [Cron("payouts.read_floats", "*/5 * * * *", floats.run)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [asked_tests(services[Queue])]


ROOM = Room(
    name="payouts.processors",
    tables=(PROCESSORS,),
    records=(PROCESSOR_RECORD,),
    commands=COMMANDS,
    routes=_routes,
    jobs=_jobs,
    crons=_crons,
    consumers=_consumers,
    trails=(Trail("payout-processors", READ, with_second_factor(of_subject(of_processor, any_account=True))),),
)
