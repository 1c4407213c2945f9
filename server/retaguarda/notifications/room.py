"""What people are told: on their page, by mail, and at an address of theirs."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.outbound_http import OutboundClient
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.notifications import fanout, webhook
from retaguarda.notifications.invariants import EXAMPLES, INVARIANTS
from retaguarda.notifications.routes import routes
from retaguarda.notifications.send_mail import NotificationMails
from retaguarda.notifications.send_webhook import PersonWebhook
from retaguarda.providers.mail import Mailer
from retaguarda.settings import Settings


def _routes(services: Services) -> list[Route]:
    return routes(services[Access], services[Keys], services[Queue], services[Settings].private_hooks)


def _mails(services: Services) -> NotificationMails:
    return NotificationMails(services[Database], services[Mailer], services[Settings].address)


def _jobs(services: Services) -> list[Job]:
    settings = services[Settings]
    client = OutboundClient(private=settings.private_hooks, whose="people")
    calls = PersonWebhook(services[Database], services[Keys], client, settings.address)
    return [
        Job(fanout.JOB, _mails(services).send),
        Job(webhook.JOB, calls.call),
        Job(webhook.TEST_JOB, calls.test),
    ]


def _crons(services: Services) -> list[Cron]:
    return [Cron("notifications.digest", "*/10 * * * *", _mails(services).digest)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [fanout.reader(services[Queue])]


ROOM = Room(
    name="notifications",
    routes=_routes,
    jobs=_jobs,
    crons=_crons,
    consumers=_consumers,
    invariants=INVARIANTS,
    examples=EXAMPLES,
    group="log",
)
