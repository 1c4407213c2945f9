"""The deposits' part of the API."""

from retaguarda.account.deposits.codes import code_route
from retaguarda.account.deposits.commands.give_back import RETURN_DEPOSIT
from retaguarda.account.deposits.commands.identify import IDENTIFY_DEPOSIT
from retaguarda.account.deposits.records import DEPOSIT_RECORD
from retaguarda.account.deposits.tables import DEPOSITS
from retaguarda.foundation.call import Door, Route
from retaguarda.foundation.command import command_route
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import plan_route

COMMANDS = (IDENTIFY_DEPOSIT, RETURN_DEPOSIT)


def routes(door: Door, of_deposit: Door, of_provider: Door) -> list[Route]:
    """``of_deposit`` opens on the company whose deposit a path names, ``of_provider`` on the provider, in sight of all."""
    through = ((IDENTIFY_DEPOSIT, of_provider), (RETURN_DEPOSIT, of_deposit))
    return [
        table_route(DEPOSITS, door),
        code_route(door),
        record_route(DEPOSIT_RECORD, of_deposit),
        *(command_route(command, own) for command, own in through),
        *(plan_route(command, own) for command, own in through),
    ]
