"""The part of the API where a second person decides."""

from collections.abc import Iterable
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Doors:
    """
    Args:
        request: on the company of the request that the path names, whichever merchant the tab has chosen.
        policy: the same of a policy.
        new: on the chosen merchant, else on the caller's own company.
        anybody: on everything the caller sees.
    """

    approval: Access
    policy: Access
    new: Access
    anybody: Access


def routes(
    doors: Doors, second_step: SecondStep, commands: ApprovableCommands, moving: Iterable[Command[Any]], kin: Kin
) -> list[Route]:
    """``commands``: those that can be approved, by name; ``moving`` are those of them that move money."""
    policies = Policies(frozenset(commands))
    create, change, delete = policies.commands()
    return [
        table_route(APPROVALS, doors.anybody),
        record_route(APPROVAL_RECORD, doors.approval),
        *Decisions(doors.approval, doors.new, second_step, Executor(commands), kin).routes(),
        table_route(POLICIES, doors.anybody),
        policies.options_route(doors.anybody),
        simulate_route(doors.new, policies, kin),
        smallest_route(doors.new, moving),
        command_route(create, doors.new),
        command_route(change, doors.policy),
        command_route(delete, doors.policy),
    ]
