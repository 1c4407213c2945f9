"""The deposits' part of the API."""

from retaguarda.account.deposits.commands.identify_deposit import IDENTIFY_DEPOSIT
from retaguarda.account.deposits.commands.return_deposit import RETURN_DEPOSIT
from retaguarda.account.deposits.deposit_codes import code_route
from retaguarda.account.deposits.records import DEPOSIT_RECORD
from retaguarda.account.deposits.tables import DEPOSITS
from retaguarda.foundation.command import command_route
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import plan_route

COMMANDS = (IDENTIFY_DEPOSIT, RETURN_DEPOSIT)


def routes(access: Access, of_deposit: Access, of_provider: Access) -> list[Route]:
    """``of_deposit`` opens on the company whose deposit a path names, ``of_provider`` on the provider, in sight of all."""
    through = ((IDENTIFY_DEPOSIT, of_provider), (RETURN_DEPOSIT, of_deposit))
    return [
        table_route(DEPOSITS, access),
        code_route(access),
        record_route(DEPOSIT_RECORD, of_deposit),
        *(command_route(command, own) for command, own in through),
        *(plan_route(command, own) for command, own in through),
    ]
