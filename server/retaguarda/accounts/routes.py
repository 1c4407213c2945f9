"""The part of the API that administers accounts."""

from retaguarda.accounts.commands import BLOCK_ACCOUNT, UNBLOCK_ACCOUNT
from retaguarda.accounts.limits import LIMIT_SUB_ACCOUNT
from retaguarda.accounts.move_money import MOVE_MONEY
from retaguarda.accounts.records import ACCOUNT_RECORD
from retaguarda.accounts.sub_accounts import CLOSE_SUB_ACCOUNT, OPEN_SUB_ACCOUNT, RENAME_SUB_ACCOUNT
from retaguarda.accounts.tables import ACCOUNTS
from retaguarda.foundation.command import command_route
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import plan_route

_ON_ACCOUNT = (BLOCK_ACCOUNT, UNBLOCK_ACCOUNT, RENAME_SUB_ACCOUNT, LIMIT_SUB_ACCOUNT, CLOSE_SUB_ACCOUNT)
_OF_COMPANY = (OPEN_SUB_ACCOUNT, MOVE_MONEY)
COMMANDS = (*_ON_ACCOUNT, *_OF_COMPANY)


def routes(anybody: Access, account: Access, company: Access) -> list[Route]:
    """
    Args:
        anybody: opens for every company that the caller sees.
        account: for the company of the account that the path names.
        company: for the company that the path names.
    """
    return [
        table_route(ACCOUNTS, anybody),
        record_route(ACCOUNT_RECORD, account),
        *(command_route(command, account) for command in _ON_ACCOUNT),
        *(plan_route(command, account) for command in _ON_ACCOUNT),
        *(command_route(command, company) for command in _OF_COMPANY),
        plan_route(MOVE_MONEY, company),
    ]
