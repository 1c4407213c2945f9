"""The part of the API where a second person decides."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from retaguarda.approvals.commands import Decisions
from retaguarda.approvals.executing import Commands, Executor
from retaguarda.approvals.policies import POLICIES, Policies
from retaguarda.approvals.records import APPROVAL_RECORD
from retaguarda.approvals.simulation import simulate_route
from retaguarda.approvals.smallest import smallest_route
from retaguarda.approvals.tables import APPROVALS
from retaguarda.approvals.today import Kin
from retaguarda.foundation.call import Door, Route
from retaguarda.foundation.command import Command, command_route
from retaguarda.foundation.record import record_route
from retaguarda.foundation.table import table_route
from retaguarda.identity.secondstep import SecondStep


@dataclass(frozen=True, slots=True)
class Doors:
    """
    Args:
        request: on the company of the request that the path names, whichever merchant the tab has chosen.
        policy: the same of a policy.
        new: on the chosen merchant, else on the caller's own company.
        anybody: on everything the caller sees.
    """

    request: Door
    policy: Door
    new: Door
    anybody: Door


def routes(
    doors: Doors, second_step: SecondStep, commands: Commands, moving: Iterable[Command[Any]], kin: Kin
) -> list[Route]:
    """``commands``: those that can be approved, by name; ``moving`` are those of them that move money."""
    policies = Policies(frozenset(commands))
    create, change, delete = policies.commands()
    return [
        table_route(APPROVALS, doors.anybody),
        record_route(APPROVAL_RECORD, doors.request),
        *Decisions(doors.request, doors.new, second_step, Executor(commands), kin).routes(),
        table_route(POLICIES, doors.anybody),
        policies.options_route(doors.anybody),
        simulate_route(doors.new, policies, kin),
        smallest_route(doors.new, moving),
        command_route(create, doors.new),
        command_route(change, doors.policy),
        command_route(delete, doors.policy),
    ]
