"""Payments, and what is done with them."""

from collections.abc import Iterable
from typing import Any

from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Database
from retaguarda.foundation.jobs import Cron
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.services import Services
from retaguarda.payout_engine.payout_orders import PayoutClient
from retaguarda.payout_engine.settle_waiting import Waiting
from retaguarda.payouts.payees.room import payee_confirmation
from retaguarda.payouts.payments.commands import (
    AGREE,
    ASK_AGAIN,
    CANCEL,
    HOLD,
    MOVE_DAY,
    REJECT,
    RELEASE,
    SEND_NOW,
)
from retaguarda.payouts.payments.confirm_payment import PaymentConfirmation
from retaguarda.payouts.payments.create_payment import commands
from retaguarda.payouts.payments.queries import of_payment
from retaguarda.payouts.payments.records import PAYMENT_RECORD
from retaguarda.payouts.payments.request_payment import bring_command
from retaguarda.payouts.payments.routes import payment_routes
from retaguarda.payouts.payments.tables import HOLDS, PAYMENTS
from retaguarda.payouts.verify_factor import guarded_subject
from retaguarda.settings import Settings


def _configured(services: Services) -> Iterable[Command[Any]]:
    return (*commands(services[Keys]), bring_command(services[Keys]))


def payment_confirmation(services: Services) -> PaymentConfirmation:
    return PaymentConfirmation(services[Database], services[Keys], payee_confirmation(services))


def _routes(services: Services) -> list[Route]:
    return payment_routes(services[Access], services[Keys], payment_confirmation(services), services[Settings].address)


def _crons(services: Services) -> list[Cron]:
    return [Cron("payouts.waiting", "* * * * *", Waiting(services[PayoutClient].database).run)]


ROOM = Room(
    name="payouts.payments",
    tables=(PAYMENTS, HOLDS),
    records=(PAYMENT_RECORD,),
    commands=(CANCEL, SEND_NOW, MOVE_DAY, HOLD, RELEASE, REJECT, ASK_AGAIN, AGREE),
    configured=_configured,
    routes=_routes,
    crons=_crons,
    trails=(Trail("payments-out", Permission.PAYOUT_PAYMENT_READ, guarded_subject(of_payment)),),
)
