"""Charges: what is asked of a payer."""

from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.payin.archive.model import Archive
from retaguarda.payin.archive.routes import messages_route
from retaguarda.payin.charges.cancel_charge import CANCEL_CHARGE
from retaguarda.payin.charges.create_charge import CREATE_CHARGE
from retaguarda.payin.charges.create_due_charge import CREATE_DUE_CHARGE
from retaguarda.payin.charges.draw_qr_code import qr_routes
from retaguarda.payin.charges.fail_over import FailOver
from retaguarda.payin.charges.invariants import INVARIANTS
from retaguarda.payin.charges.jobs import Charges
from retaguarda.payin.charges.print_receipt import receipt_route
from retaguarda.payin.charges.queries import of_charge
from retaguarda.payin.charges.records import CHARGE_RECORD
from retaguarda.payin.charges.retry_charge import RETRY_CHARGE
from retaguarda.payin.charges.revise_charge import REVISE_CHARGE
from retaguarda.payin.charges.send_trial_payment import trial_routes
from retaguarda.payin.charges.stuck_work import UNFINISHED
from retaguarda.payin.charges.summary import summary_route
from retaguarda.payin.charges.tables import CHARGES, REVIEWS
from retaguarda.payin.consumers import provider_calls
from retaguarda.payin.payments.jobs import Payments
from retaguarda.payin.payments.resolve_review import ACCEPT_REVIEW, REFUND_REVIEW
from retaguarda.payin.provider_context import ProviderContext
from retaguarda.providers.trial_payer import TrialPayer


def _routes(services: Services) -> list[Route]:
    access = services[Access]
    return [
        *qr_routes(access, CHARGE_RECORD.path, "charge", "a charge"),
        receipt_route(access, services[Keys]),
        summary_route(access),
        messages_route(access, services[Archive], CHARGE_RECORD, "charge"),
        *trial_routes(access, services[TrialPayer]),
    ]


def _work(services: Services) -> Charges:
    context = services[ProviderContext]
    return Charges(context, services[Payments], FailOver(context))


def _jobs(services: Services) -> list[Job]:
    charges = _work(services)
    return [
        Job("payin.register_charge", charges.register),
        Job("payin.revise_charge", charges.revise),
        Job("payin.cancel_charge", charges.cancel),
    ]


def _crons(services: Services) -> list[Cron]:
    return [
        Cron("payin.expire", "* * * * *", _work(services).expire),
        Cron("payin.withdraw_left_behind", "* * * * *", FailOver(services[ProviderContext]).withdraw),
    ]


def _consumers(services: Services) -> list[EventConsumer]:
    return [provider_calls(services[Queue])]


ROOM = Room(
    name="payin.charges",
    tables=(CHARGES, REVIEWS),
    records=(CHARGE_RECORD,),
    commands=(
        CREATE_CHARGE,
        CREATE_DUE_CHARGE,
        REVISE_CHARGE,
        CANCEL_CHARGE,
        RETRY_CHARGE,
        ACCEPT_REVIEW,
        REFUND_REVIEW,
    ),
    routes=_routes,
    jobs=_jobs,
    crons=_crons,
    consumers=_consumers,
    invariants=INVARIANTS,
    group="payin",
    stuck_work=UNFINISHED,
    trails=(Trail("charges", Permission.PAYIN_PAYMENT_READ, of_subject(of_charge)),),
)
