"""Mailboxes of banks: remittances go out by SFTP, and return files come in."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.files.scanning import Scanning
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.ledger.plan import command_routes
from retaguarda.payouts.mailboxes.change_mailbox import Setting
from retaguarda.payouts.mailboxes.commands import COMMANDS
from retaguarda.payouts.mailboxes.invariants import INVARIANTS
from retaguarda.payouts.mailboxes.jobs import LOOK, SEND, TEST, MailboxClock, MailboxTest, asked_mailboxes
from retaguarda.payouts.mailboxes.open_mailboxes import Mailboxes
from retaguarda.payouts.mailboxes.receive_files import InboxReading
from retaguarda.payouts.mailboxes.records import MAILBOX_RECORD
from retaguarda.payouts.mailboxes.send_files import FileSending
from retaguarda.payouts.processors.connections import PayoutConnections
from retaguarda.provider_accounts.allowed_addresses import AllowedAddresses


def _routes(services: Services) -> list[Route]:
    # No policy is about it: its input holds secrets.
    return command_routes((Setting(services[Keys], services[AllowedAddresses]).command(),), services[Access])


def _jobs(services: Services) -> list[Job]:
    database = services[Database]
    mailboxes = Mailboxes(database, services[PayoutConnections])
    return [
        Job(TEST, MailboxTest(database, mailboxes).run),
        Job(SEND, FileSending(database, mailboxes).run),
        Job(LOOK, InboxReading(database, mailboxes, services[Scanning]).run),
    ]


def _crons(services: Services) -> list[Cron]:
    return [Cron("payouts.open_mailboxes", "*/5 * * * *", MailboxClock(services[Database], services[Queue]).run)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [asked_mailboxes(services[Queue])]


ROOM = Room(
    name="payouts.mailboxes",
    group="payout_files",
    records=(MAILBOX_RECORD,),
    commands=COMMANDS,
    routes=_routes,
    jobs=_jobs,
    crons=_crons,
    consumers=_consumers,
    invariants=INVARIANTS,
)
