"""The statement's part of the API."""

from typing import Any

from retaguarda.account.balances import balances_route
from retaguarda.account.statement.annotating import ANNOTATE
from retaguarda.account.statement.compare import compare_route
from retaguarda.account.statement.files.download import file_route
from retaguarda.account.statement.records import TRANSACTION_RECORD
from retaguarda.account.statement.reverting import REVERT
from retaguarda.account.statement.tables import ENTRIES
from retaguarda.foundation.call import Door, Route
from retaguarda.foundation.command import Command, command_route
from retaguarda.foundation.database import Database
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import plan_route

COMMANDS: tuple[Command[Any], ...] = (ANNOTATE, REVERT)


def routes(door: Door, database: Database) -> list[Route]:
    return [
        balances_route(door),
        table_route(ENTRIES, door),
        record_route(TRANSACTION_RECORD, door),
        compare_route(door),
        file_route(door, database),
        *(command_route(command, door) for command in COMMANDS),
        plan_route(REVERT, door),
    ]
