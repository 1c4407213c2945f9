"""Pix payments: providers tell of them, and jobs read them back."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron, Job
from retaguarda.foundation.request import Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.payin.payments.jobs import READ_BACK, READ_BACK_MANY, Payments
from retaguarda.payin.payments.webhook import Received, Webhook

_ADDRESS = "/webhooks/pix/{connection:str}/{secret:str}"


def _routes(services: Services) -> list[Route]:
    webhook = Webhook(services[Database])
    # Some providers add /pix to the address they were given, others do not.
    return [
        Route("POST", path, "A provider tells of payments", webhook.receive, public=True, answers=Received)
        for path in (_ADDRESS, f"{_ADDRESS}/pix")
    ]


def _jobs(services: Services) -> list[Job]:
    payments = services[Payments]
    return [Job(READ_BACK, payments.read_back), Job(READ_BACK_MANY, payments.read_back_many)]


def _crons(services: Services) -> list[Cron]:
    return [Cron("payin.reconcile", "* * * * *", services[Payments].reconcile)]


ROOM = Room(name="payin.payments", routes=_routes, jobs=_jobs, crons=_crons)
