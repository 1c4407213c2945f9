"""The part of the API about Pix Automático."""

from retaguarda.foundation.call import Door, Route
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import planned_routes
from retaguarda.payin.qr import qr_route
from retaguarda.payin.webhook import Received, Webhook
from retaguarda.pix.calendar import calendar_route
from retaguarda.pix.commands.charges import CANCEL_RECURRING_CHARGE, CREATE_RECURRING_CHARGE, RETRY_RECURRING_CHARGE
from retaguarda.pix.commands.recurrences import CANCEL_RECURRENCE, CHANGE_START, CREATE_RECURRENCE, RENEW_CODE
from retaguarda.pix.commands.refunds import REFUND_RECURRING_CHARGE
from retaguarda.pix.commands.requests import CANCEL_REQUEST, CREATE_REQUEST
from retaguarda.pix.records import RECURRENCE_RECORD, RECURRING_CHARGE_RECORD
from retaguarda.pix.tables import RECURRENCES, RECURRING_CHARGES
from retaguarda.pix.webhook import AutomaticWebhook

COMMANDS = (
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
)


def routes(door: Door, webhook: Webhook) -> list[Route]:
    told = AutomaticWebhook(webhook)
    address = "/webhooks/pix/{connection:str}/{secret:str}"
    return [
        table_route(RECURRENCES, door),
        table_route(RECURRING_CHARGES, door),
        record_route(RECURRENCE_RECORD, door),
        record_route(RECURRING_CHARGE_RECORD, door),
        *planned_routes(COMMANDS, door),
        qr_route(door, RECURRENCE_RECORD.path, "recurrence", "a recurrence"),
        calendar_route(door),
        Route(
            "POST", f"{address}/rec", "A provider tells of recurrences", told.recurrences, public=True, answers=Received
        ),
        Route(
            "POST",
            f"{address}/cobr",
            "A provider tells of recurring charges",
            told.charges,
            public=True,
            answers=Received,
        ),
    ]
