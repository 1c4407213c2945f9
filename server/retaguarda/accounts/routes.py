"""The part of the API that administers accounts."""

from retaguarda.accounts.commands import BLOCK_ACCOUNT, UNBLOCK_ACCOUNT
from retaguarda.accounts.limits import LIMIT_SUB_ACCOUNT
from retaguarda.accounts.move_money import MOVE_MONEY
from retaguarda.accounts.records import ACCOUNT_RECORD
from retaguarda.accounts.sub_accounts import CLOSE_SUB_ACCOUNT, OPEN_SUB_ACCOUNT, RENAME_SUB_ACCOUNT
from retaguarda.accounts.tables import ACCOUNTS
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes

_ON_ACCOUNT = (BLOCK_ACCOUNT, UNBLOCK_ACCOUNT, RENAME_SUB_ACCOUNT, LIMIT_SUB_ACCOUNT, CLOSE_SUB_ACCOUNT)
_OF_COMPANY = (OPEN_SUB_ACCOUNT, MOVE_MONEY)
COMMANDS = (*_ON_ACCOUNT, *_OF_COMPANY)


def routes(access: Access) -> list[Route]:
    return [
        table_route(ACCOUNTS, access),
        record_route(ACCOUNT_RECORD, access),
        *command_routes(_ON_ACCOUNT, access),
        *command_routes(_OF_COMPANY, access),
    ]
