"""Pix Automático: recurrences, and their charges of each cycle."""

from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.payin.archive.model import Archive
from retaguarda.payin.archive.routes import messages_route
from retaguarda.payin.charges.draw_qr_code import qr_routes
from retaguarda.payin.payments.jobs import Payments
from retaguarda.payin.provider_context import ProviderContext
from retaguarda.recurrences.calendar import calendar_route
from retaguarda.recurrences.commands.charges import (
    CANCEL_RECURRING_CHARGE,
    CREATE_RECURRING_CHARGE,
    RETRY_RECURRING_CHARGE,
)
from retaguarda.recurrences.commands.create_recurrence import CREATE_RECURRENCE
from retaguarda.recurrences.commands.recurrences import CANCEL_RECURRENCE, CHANGE_START, RENEW_CODE
from retaguarda.recurrences.commands.refunds import REFUND_RECURRING_CHARGE
from retaguarda.recurrences.commands.requests import CANCEL_REQUEST, CREATE_REQUEST
from retaguarda.recurrences.consumers import UNFINISHED, automatic_calls
from retaguarda.recurrences.invariants import INVARIANTS
from retaguarda.recurrences.jobs.charges import RecurringCharges
from retaguarda.recurrences.jobs.check_stale import Stale
from retaguarda.recurrences.jobs.recurrences import Recurrences
from retaguarda.recurrences.jobs.send_requests import ConfirmationRequests
from retaguarda.recurrences.queries import of_recurrence, of_recurring_charge
from retaguarda.recurrences.records import RECURRENCE_RECORD, RECURRING_CHARGE_RECORD
from retaguarda.recurrences.tables import RECURRENCES, RECURRING_CHARGES
from retaguarda.recurrences.webhook import webhook_routes


def _routes(services: Services) -> list[Route]:
    access = services[Access]
    return [
        *qr_routes(access, RECURRENCE_RECORD.path, "recurrence", "a recurrence"),
        calendar_route(access),
        messages_route(access, services[Archive], RECURRENCE_RECORD, "recurrence"),
        messages_route(access, services[Archive], RECURRING_CHARGE_RECORD, "recurring_charge"),
        *webhook_routes(services[Database]),
    ]


def _charges(services: Services) -> RecurringCharges:
    return RecurringCharges(services[ProviderContext], services[Payments].read_back)


def _jobs(services: Services) -> list[Job]:
    context = services[ProviderContext]
    recurrences, requests, charges = Recurrences(context), ConfirmationRequests(context), _charges(services)
    return [
        Job("pix.register_recurrence", recurrences.register),
        Job("pix.change_recurrence", recurrences.change),
        Job("pix.renew_code", recurrences.renew_code),
        Job("pix.cancel_recurrence", recurrences.cancel),
        Job("pix.send_request", requests.send_request),
        Job("pix.cancel_request", requests.cancel_request),
        Job("pix.read_recurrence", recurrences.read_back),
        Job("pix.register_charge", charges.register),
        Job("pix.cancel_charge", charges.cancel),
        Job("pix.retry_charge", charges.retry),
        Job("pix.read_charge", charges.read_back),
    ]


def _crons(services: Services) -> list[Cron]:
    return [
        Cron("pix.make_due", "*/10 * * * *", _charges(services).make_due),
        Cron("pix.ask_again", "*/10 * * * *", Stale(services[ProviderContext], services[Queue]).run),
    ]


def _consumers(services: Services) -> list[EventConsumer]:
    return [automatic_calls(services[Queue])]


ROOM = Room(
    name="pix",
    tables=(RECURRENCES, RECURRING_CHARGES),
    records=(RECURRENCE_RECORD, RECURRING_CHARGE_RECORD),
    commands=(
        CREATE_RECURRENCE,
        CHANGE_START,
        RENEW_CODE,
        CANCEL_RECURRENCE,
        CREATE_REQUEST,
        CANCEL_REQUEST,
        CREATE_RECURRING_CHARGE,
        CANCEL_RECURRING_CHARGE,
        RETRY_RECURRING_CHARGE,
        REFUND_RECURRING_CHARGE,
    ),
    routes=_routes,
    jobs=_jobs,
    crons=_crons,
    consumers=_consumers,
    invariants=INVARIANTS,
    stuck_work=UNFINISHED,
    trails=(
        Trail("recurrences", Permission.PAYIN_PAYMENT_READ, of_subject(of_recurrence)),
        Trail("recurring-charges", Permission.PAYIN_PAYMENT_READ, of_subject(of_recurring_charge)),
    ),
)
