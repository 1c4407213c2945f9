"""The part of the API that administers accounts."""

from retaguarda.accounts.commands import BLOCK_ACCOUNT, UNBLOCK_ACCOUNT
from retaguarda.accounts.records import ACCOUNT_RECORD
from retaguarda.accounts.tables import ACCOUNTS
from retaguarda.foundation.call import Door, Route
from retaguarda.foundation.command import command_route
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import plan_route

COMMANDS = (BLOCK_ACCOUNT, UNBLOCK_ACCOUNT)


def routes(anybody: Door, account: Door) -> list[Route]:
    """
    Args:
        anybody: opens for every company that the caller sees.
        account: for the company of the account that the path names.
    """
    return [
        table_route(ACCOUNTS, anybody),
        record_route(ACCOUNT_RECORD, account),
        *(command_route(command, account) for command in COMMANDS),
        *(plan_route(command, account) for command in COMMANDS),
    ]
