"""The part of the API about Pix Automático."""

from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes
from retaguarda.payin.charges.draw_qr_code import qr_route
from retaguarda.payin.payments.webhook import Received, Webhook
from retaguarda.recurrences.calendar import calendar_route
from retaguarda.recurrences.commands.charges import (
    CANCEL_RECURRING_CHARGE,
    CREATE_RECURRING_CHARGE,
    RETRY_RECURRING_CHARGE,
)
from retaguarda.recurrences.commands.recurrences import CANCEL_RECURRENCE, CHANGE_START, CREATE_RECURRENCE, RENEW_CODE
from retaguarda.recurrences.commands.refunds import REFUND_RECURRING_CHARGE
from retaguarda.recurrences.commands.requests import CANCEL_REQUEST, CREATE_REQUEST
from retaguarda.recurrences.records import RECURRENCE_RECORD, RECURRING_CHARGE_RECORD
from retaguarda.recurrences.tables import RECURRENCES, RECURRING_CHARGES
from retaguarda.recurrences.webhook import AutomaticWebhook

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


def routes(access: Access, webhook: Webhook) -> list[Route]:
    told = AutomaticWebhook(webhook)
    address = "/webhooks/pix/{connection:str}/{secret:str}"
    return [
        table_route(RECURRENCES, access),
        table_route(RECURRING_CHARGES, access),
        record_route(RECURRENCE_RECORD, access),
        record_route(RECURRING_CHARGE_RECORD, access),
        *command_routes(COMMANDS, access),
        qr_route(access, RECURRENCE_RECORD.path, "recurrence", "a recurrence"),
        calendar_route(access),
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
