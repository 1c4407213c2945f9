"""The Commands that can be approved, by name, so that they can be done later as they were asked for."""

from collections.abc import Iterable, Mapping
from typing import Any

from retaguarda.approvals.execute_request import ApprovableCommands
from retaguarda.approvals.gate import POLICY_COMMANDS
from retaguarda.approvals.policies import Policies
from retaguarda.foundation.command import Command


def registry(commands: Iterable[Command[Any]], made_anew: ApprovableCommands) -> ApprovableCommands:
    """
    Args:
        commands: those of the rooms; the ones that are not approvable are left out.
        made_anew: those that carry something of the call that asked for them.
    """
    known = {command.name: command for command in commands if command.approvable}
    names = frozenset({*known, *made_anew, *POLICY_COMMANDS})
    known |= {command.name: command for command in Policies(names).commands()}
    return {**{name: _same(command) for name, command in known.items()}, **made_anew}


def _same(command: Command[Any]) -> Any:
    def make(carried: Mapping[str, str]) -> Command[Any]:
        return command

    return make
