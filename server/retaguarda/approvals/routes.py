"""The part of the API where a second person decides."""

from collections.abc import Iterable
from typing import Any

from retaguarda.approvals.amount_today import Kin
from retaguarda.approvals.commands import Decisions
from retaguarda.approvals.execute_request import ApprovableCommands, Executor
from retaguarda.approvals.policies import POLICIES, Policies
from retaguarda.approvals.records import APPROVAL_RECORD
from retaguarda.approvals.simulate_policy import simulate_route
from retaguarda.approvals.smallest_group import smallest_route
from retaguarda.approvals.tables import APPROVALS
from retaguarda.foundation.command import Command, command_route
from retaguarda.foundation.record import record_route
from retaguarda.foundation.request import Access, Route
from retaguarda.foundation.table import table_route
from retaguarda.identity.second_step import SecondStep


def routes(
    access: Access, second_step: SecondStep, commands: ApprovableCommands, moving: Iterable[Command[Any]], kin: Kin
) -> list[Route]:
    """``commands``: those that can be approved, by name; ``moving`` are those of them that move money."""
    policies = Policies(frozenset(commands))
    create, change, delete = policies.commands()
    return [
        table_route(APPROVALS, access),
        record_route(APPROVAL_RECORD, access),
        *Decisions(access, second_step, Executor(commands), kin).routes(),
        table_route(POLICIES, access),
        policies.options_route(access),
        simulate_route(access, policies, kin),
        smallest_route(access, moving),
        command_route(create, access),
        command_route(change, access),
        command_route(delete, access),
    ]
