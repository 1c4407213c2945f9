"""A room declares itself: what it lists, tells and does, what it answers beside that, and what runs for it.

Whoever puts the process together loops over an explicit tuple of rooms; nothing is registered by being imported.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from retaguarda.foundation.command import Command
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.invariants import Invariant
from retaguarda.foundation.jobs import Cron, Job
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Route, RowScope
from retaguarda.foundation.services import Services
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.foundation.table import Table

#: So late, in seconds, what runs each hour or each night still makes sense.
HOUR, NIGHT = 1_800, 14_400


@dataclass(frozen=True, slots=True)
class Trail:
    """The events of one thing, as its page shows them.

    Args:
        kind: the things' name in the path.
        permission: as for the thing itself.
        scope: the company of the thing that the path names; 404 where it is not there for the caller.
        events: of which names, as SQL's LIKE; where ids of one kind could be those of another.
        prefix: before the id, in the subject of the events.
    """

    kind: str
    permission: Permission
    scope: RowScope
    events: str = "%"
    prefix: str = ""


def _nothing(services: Services) -> tuple[()]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """
    Args:
        commands: those that are always the same; each has its route, and its plan where it is planned.
        configured: the same, of Commands that are made of settings.
        carrying: those that carry something of the call that asked for them (Command.carried): name → how it is made anew.
        routes: what the API answers beside tables, records and commands.
        group: under which its invariants are told; its name, where nothing else is said.
        examples: name of an invariant → a statement that shows up to ten of its offenders.
        stuck_work: states that its jobs end.
    """

    name: str
    tables: tuple[Table, ...] = ()
    records: tuple[Record, ...] = ()
    commands: tuple[Command[Any], ...] = ()
    configured: Callable[[Services], Iterable[Command[Any]]] = _nothing
    carrying: Mapping[str, Callable[[Mapping[str, str]], Command[Any]]] = field(default_factory=dict[str, Any])
    routes: Callable[[Services], Iterable[Route]] = _nothing
    jobs: Callable[[Services], Iterable[Job]] = _nothing
    crons: Callable[[Services], Iterable[Cron]] = _nothing
    consumers: Callable[[Services], Iterable[EventConsumer]] = _nothing
    invariants: tuple[Invariant, ...] = ()
    group: str = ""
    examples: Mapping[str, str] = field(default_factory=dict[str, str])
    stuck_work: tuple[StuckWork, ...] = ()
    trails: tuple[Trail, ...] = ()

    def all_commands(self, services: Services) -> tuple[Command[Any], ...]:
        return *self.commands, *self.configured(services)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What all rooms of a process declare, for the rooms that work on what others have: lists, approvals, audit, cron tasks.

    Args:
        groups: name of a group → its invariants.
        examples: as Room.examples.
    """

    tables: tuple[Table, ...]
    commands: tuple[Command[Any], ...]
    carrying: Mapping[str, Callable[[Mapping[str, str]], Command[Any]]]
    trails: tuple[Trail, ...]
    stuck_work: tuple[StuckWork, ...]
    groups: Mapping[str, tuple[Invariant, ...]]
    examples: Mapping[str, str]

    @property
    def bulk(self) -> Mapping[str, Command[Any]]:
        """What can be done with many rows of a list at once, by name."""
        return {command.name: command for command in self.commands if command.bulk is not None}

    @property
    def invariants(self) -> tuple[Invariant, ...]:
        return tuple(each for group in self.groups.values() for each in group)
