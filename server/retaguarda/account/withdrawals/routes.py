"""The part of the API about bank accounts and withdrawals."""

from typing import Any

from retaguarda.account.bank_accounts.banks.routes import bank_routes
from retaguarda.account.bank_accounts.commands import commands as account_commands
from retaguarda.account.bank_accounts.records import BANK_ACCOUNT_RECORD
from retaguarda.account.bank_accounts.tables import BANK_ACCOUNTS
from retaguarda.account.withdrawals.commands import CANCEL_TRANSFER, CREATE_TRANSFER
from retaguarda.account.withdrawals.print_receipt import receipt_route
from retaguarda.account.withdrawals.records import TRANSFER_RECORD, terms_route
from retaguarda.account.withdrawals.tables import TRANSFERS
from retaguarda.foundation.command import Command
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes


def commands(ispb: str) -> tuple[Command[Any], ...]:
    return *account_commands(ispb), CREATE_TRANSFER, CANCEL_TRANSFER


def routes(access: Access, ispb: str, keys: Keys) -> list[Route]:
    return [
        *(table_route(table, access) for table in (BANK_ACCOUNTS, TRANSFERS)),
        *(record_route(record, access) for record in (BANK_ACCOUNT_RECORD, TRANSFER_RECORD)),
        *command_routes(commands(ispb), access),
        terms_route(access),
        receipt_route(access, keys),
        *bank_routes(access),
    ]
