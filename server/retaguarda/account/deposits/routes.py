"""The deposits' part of the API."""

from retaguarda.account.deposits.commands.identify_deposit import IDENTIFY_DEPOSIT
from retaguarda.account.deposits.commands.return_deposit import RETURN_DEPOSIT
from retaguarda.account.deposits.deposit_codes import code_route
from retaguarda.account.deposits.records import DEPOSIT_RECORD
from retaguarda.account.deposits.tables import DEPOSITS
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes

COMMANDS = (IDENTIFY_DEPOSIT, RETURN_DEPOSIT)


def routes(access: Access) -> list[Route]:
    return [
        table_route(DEPOSITS, access),
        code_route(access),
        record_route(DEPOSIT_RECORD, access),
        *command_routes(COMMANDS, access),
    ]
