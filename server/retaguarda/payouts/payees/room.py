"""The payee book, and the look-ups that qualify it."""

from typing import Any

from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Job, Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject, with_second_factor
from retaguarda.foundation.services import Services
from retaguarda.payouts.payees.commands import commands
from retaguarda.payouts.payees.confirm_payee import PayeeConfirmation
from retaguarda.payouts.payees.consumers import LOOK_UP, UNFINISHED, payee_lookups
from retaguarda.payouts.payees.graph.records import GRAPH_RECORD
from retaguarda.payouts.payees.imports.commands import COMMANDS as IMPORT_COMMANDS
from retaguarda.payouts.payees.imports.jobs import READ_IMPORT, ImportReading, imports_to_read
from retaguarda.payouts.payees.imports.jobs import UNFINISHED as UNREAD
from retaguarda.payouts.payees.imports.queries import of_import
from retaguarda.payouts.payees.imports.records import IMPORT_RECORD
from retaguarda.payouts.payees.imports.tables import IMPORT_ROWS, IMPORTS
from retaguarda.payouts.payees.imports.upload_pieces import piece_route
from retaguarda.payouts.payees.invariants import INVARIANTS
from retaguarda.payouts.payees.jobs import PayeeLookups
from retaguarda.payouts.payees.queries import of_payee
from retaguarda.payouts.payees.records import PAYEE_RECORD
from retaguarda.payouts.payees.tables import PAYEES, READ, WRITE
from retaguarda.providers.dict.directory import KeyDirectory
from retaguarda.settings import Settings


def _configured(services: Services) -> tuple[Command[Any], ...]:
    settings = services[Settings]
    return commands(Keys(settings.secret, settings.secret_previous))


def payee_confirmation(services: Services) -> PayeeConfirmation:
    """What rooms that pay ask before an order."""
    return PayeeConfirmation(services[Database], services[KeyDirectory], services[Settings].payout.ispb)


def _routes(services: Services) -> list[Route]:
    return [piece_route(services[Access])]


def _jobs(services: Services) -> list[Job]:
    lookups = PayeeLookups(services[Database], services[Keys], payee_confirmation(services))
    reading = ImportReading(services[Database], services[Keys])
    return [Job(LOOK_UP, lookups.check), Job(READ_IMPORT, reading.read)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [payee_lookups(services[Queue]), imports_to_read(services[Queue])]


ROOM = Room(
    name="payouts.payees",
    tables=(PAYEES, IMPORTS, IMPORT_ROWS),
    records=(PAYEE_RECORD, GRAPH_RECORD, IMPORT_RECORD),
    commands=IMPORT_COMMANDS,
    configured=_configured,
    routes=_routes,
    jobs=_jobs,
    consumers=_consumers,
    invariants=INVARIANTS,
    group="payouts",
    stuck_work=(UNFINISHED, UNREAD),
    trails=(
        Trail("payees", READ, with_second_factor(of_subject(of_payee)), "payouts:%"),
        Trail("payee-imports", WRITE, with_second_factor(of_subject(of_import)), "payouts:import:%"),
    ),
)
