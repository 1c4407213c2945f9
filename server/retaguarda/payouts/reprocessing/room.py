"""What was sent or read again."""

from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Job, Queue
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.payout_engine.confirm_order import OrderCheck
from retaguarda.payout_engine.jobs import Sending
from retaguarda.payout_engine.payout_orders import PayoutClient
from retaguarda.payouts.reprocessing.commands import COMMANDS
from retaguarda.payouts.reprocessing.jobs import ASK, Asking, asked_again
from retaguarda.payouts.reprocessing.tables import REPROCESSING


def _jobs(services: Services) -> list[Job]:
    return [Job(ASK, Asking(Sending(services[PayoutClient], services[OrderCheck], services[Queue])).run)]


def _consumers(services: Services) -> list[EventConsumer]:
    return [asked_again(services[Queue])]


ROOM = Room(name="payouts.reprocessing", tables=(REPROCESSING,), commands=COMMANDS, jobs=_jobs, consumers=_consumers)
