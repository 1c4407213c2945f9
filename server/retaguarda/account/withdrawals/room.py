"""Bank accounts, and money on its way to them."""

from typing import Any

from retaguarda.account.bank_accounts.commands import commands
from retaguarda.account.bank_accounts.queries import of_bank_account
from retaguarda.account.bank_accounts.records import BANK_ACCOUNT_RECORD
from retaguarda.account.bank_accounts.tables import BANK_ACCOUNTS
from retaguarda.account.bank_accounts.verify_bank_account import Verifying
from retaguarda.account.withdrawals.commands import CANCEL_TRANSFER, CREATE_TRANSFER
from retaguarda.account.withdrawals.print_receipt import receipt_route
from retaguarda.account.withdrawals.queries import of_transfer
from retaguarda.account.withdrawals.records import TRANSFER_RECORD, terms_route
from retaguarda.account.withdrawals.tables import TRANSFERS
from retaguarda.account.withdrawals.verify_receipt import verify_route
from retaguarda.bank_book.routes import bank_routes
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Database
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.jobs import Cron, Job, Queue
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room, Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.services import Services
from retaguarda.payout_engine.book_return import Returning
from retaguarda.payout_engine.confirm_order import OrderCheck
from retaguarda.payout_engine.consumers import SEND, SEND_MANY, TAKE_BACK, UNFINISHED, VERIFY, WATCH, bank_calls
from retaguarda.payout_engine.invariants import INVARIANTS
from retaguarda.payout_engine.jobs import Sending
from retaguarda.payout_engine.payout_orders import PayoutClient
from retaguarda.payout_engine.run_lane import Lanes
from retaguarda.settings import Settings


def _configured(services: Services) -> tuple[Command[Any], ...]:
    return *commands(services[Settings].payout.ispb), CREATE_TRANSFER, CANCEL_TRANSFER


def _routes(services: Services) -> list[Route]:
    access, keys = services[Access], services[Keys]
    return [
        terms_route(access),
        receipt_route(access, keys, services[Settings].address),
        verify_route(services[Database], keys),
        *bank_routes(access),
    ]


def _sending(services: Services) -> Sending:
    return Sending(services[PayoutClient], services[OrderCheck], services[Queue])


def _jobs(services: Services) -> list[Job]:
    paying, sending = services[PayoutClient], _sending(services)
    return [
        Job(SEND, sending.send),
        Job(SEND_MANY, sending.send_many),
        Job(WATCH, Lanes(sending).run),
        Job(TAKE_BACK, Returning(paying).take_back),
        Job(VERIFY, Verifying(paying).run),
    ]


def _crons(services: Services) -> list[Cron]:
    paying, sending = services[PayoutClient], _sending(services)
    return [
        Cron("payouts.due", "* * * * *", sending.due),
        Cron("payouts.lanes", "* * * * *", Lanes(sending).start),
        Cron("payouts.returns", "* * * * *", Returning(paying).poll),
    ]


def _consumers(services: Services) -> list[EventConsumer]:
    return [bank_calls(services[Queue])]


ROOM = Room(
    name="transfers",
    tables=(BANK_ACCOUNTS, TRANSFERS),
    records=(BANK_ACCOUNT_RECORD, TRANSFER_RECORD),
    configured=_configured,
    routes=_routes,
    jobs=_jobs,
    crons=_crons,
    consumers=_consumers,
    invariants=INVARIANTS,
    stuck_work=UNFINISHED,
    trails=(
        Trail("transfers", Permission.PAYIN_WITHDRAWALS_READ, of_subject(of_transfer)),
        Trail("bank-accounts", Permission.ACCOUNT_BANK_ACCOUNTS_READ, of_subject(of_bank_account)),
    ),
)
