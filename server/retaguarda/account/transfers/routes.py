"""The part of the API about bank accounts and withdrawals."""

from typing import Any

from retaguarda.account.bankaccounts.banks.routes import bank_routes
from retaguarda.account.bankaccounts.commands import commands as account_commands
from retaguarda.account.bankaccounts.records import BANK_ACCOUNT_RECORD
from retaguarda.account.bankaccounts.tables import BANK_ACCOUNTS
from retaguarda.account.transfers.commands import CANCEL_TRANSFER, CREATE_TRANSFER
from retaguarda.account.transfers.receipt import receipt_route
from retaguarda.account.transfers.records import TRANSFER_RECORD, terms_route
from retaguarda.account.transfers.tables import TRANSFERS
from retaguarda.foundation.call import Door, Route
from retaguarda.foundation.command import Command
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import planned_routes


def commands(ispb: str) -> tuple[Command[Any], ...]:
    return *account_commands(ispb), CREATE_TRANSFER, CANCEL_TRANSFER


def routes(door: Door, ispb: str, keys: Keys) -> list[Route]:
    return [
        *(table_route(table, door) for table in (BANK_ACCOUNTS, TRANSFERS)),
        *(record_route(record, door) for record in (BANK_ACCOUNT_RECORD, TRANSFER_RECORD)),
        *planned_routes(commands(ispb), door),
        terms_route(door),
        receipt_route(door, keys),
        *bank_routes(door),
    ]
