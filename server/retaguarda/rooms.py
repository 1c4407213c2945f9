"""The rooms of the house, in the order in which the contract and the invariants tell them."""

from collections.abc import Iterable
from typing import Any

from retaguarda.account.deposits.room import ROOM as DEPOSITS
from retaguarda.account.disputes.room import ROOM as CLAIMS
from retaguarda.account.notes.room import ROOM as NOTES
from retaguarda.account.scheduling.room import ROOM as SCHEDULING
from retaguarda.account.statement.room import ROOM as STATEMENT
from retaguarda.account.withdrawals.room import ROOM as TRANSFERS
from retaguarda.accounts.room import ROOM as ACCOUNTS
from retaguarda.companies.room import ROOM as COMPANIES
from retaguarda.foundation.command import Command
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.room import Room
from retaguarda.foundation.services import Services
from retaguarda.foundation.table import Table, table_route
from retaguarda.ledger.plan import command_routes
from retaguarda.payin.disputes.room import ROOM as DISPUTES
from retaguarda.payin.rules.room import ROOM as RULES
from retaguarda.payin.settings.room import ROOM as PAYIN_SETTINGS
from retaguarda.payouts.administration.room import ROOM as PAYOUT_ADMINISTRATION
from retaguarda.payouts.payments.room import ROOM as PAYMENTS_OUT
from retaguarda.payouts.refunds.room import ROOM as PAYOUT_RETURNS
from retaguarda.payouts.settings.room import ROOM as PAYOUT_SETTINGS

ROOMS: tuple[Room, ...] = (
    RULES,
    DISPUTES,
    CLAIMS,
    COMPANIES,
    ACCOUNTS,
    PAYIN_SETTINGS,
    STATEMENT,
    NOTES,
    DEPOSITS,
    TRANSFERS,
    SCHEDULING,
    PAYMENTS_OUT,
    PAYOUT_ADMINISTRATION,
    PAYOUT_SETTINGS,
    PAYOUT_RETURNS,
)
#: Every list of theirs.
TABLES: tuple[Table, ...] = tuple(table for room in ROOMS for table in room.tables)


def commands_of(rooms: Iterable[Room], services: Services) -> list[Command[Any]]:
    return [command for room in rooms for command in room.all_commands(services)]


def routes_of(rooms: Iterable[Room], services: Services) -> list[Route]:
    """What each room answers: its lists, its records, its Commands with their plans, and what it has beside them."""
    access = services[Access]
    return [
        route
        for room in rooms
        for route in (
            *(table_route(table, access) for table in room.tables),
            *(record_route(record, access) for record in room.records),
            *command_routes(room.all_commands(services), access),
            *room.routes(services),
        )
    ]
