"""The Commands that can be approved, by name, so that they can be done later as they were asked for."""

from collections.abc import Mapping
from typing import Any

from retaguarda.approvals.execute_request import ApprovableCommands
from retaguarda.approvals.gate import POLICY_COMMANDS
from retaguarda.approvals.policies import Policies
from retaguarda.foundation.command import Command
from retaguarda.foundation.room import Catalogue


def approvable(catalogue: Catalogue) -> ApprovableCommands:
    """What a policy can be about."""
    known = {command.name: command for command in catalogue.commands if command.approvable}
    names = frozenset({*known, *catalogue.carrying, *POLICY_COMMANDS})
    known |= {command.name: command for command in Policies(names).commands()}
    return {**{name: _same(command) for name, command in known.items()}, **catalogue.carrying}


def _same(command: Command[Any]) -> Any:
    def make(carried: Mapping[str, str]) -> Command[Any]:
        return command

    return make
