"""The statement's part of the API."""

from typing import Any

from retaguarda.account.balances import balances_route
from retaguarda.account.statement.annotate_transaction import ANNOTATE
from retaguarda.account.statement.compare_day import compare_route
from retaguarda.account.statement.files.download import file_route
from retaguarda.account.statement.records import TRANSACTION_RECORD
from retaguarda.account.statement.revert_transaction import REVERT
from retaguarda.account.statement.tables import ENTRIES
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Database
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.ledger.plan import command_routes

COMMANDS: tuple[Command[Any], ...] = (ANNOTATE, REVERT)


def routes(access: Access, database: Database) -> list[Route]:
    return [
        balances_route(access),
        table_route(ENTRIES, access),
        record_route(TRANSACTION_RECORD, access),
        compare_route(access),
        file_route(access, database),
        *command_routes(COMMANDS, access),
    ]
