"""A Room is the declaration of one subject: its tables, records, Commands and routes, and what runs for it.

app.py and background.py loop over the explicit tuple in rooms.py; nothing registers itself by being imported.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from retaguarda.foundation.command import Command
from retaguarda.foundation.events import EventConsumer
from retaguarda.foundation.invariants import Invariant, SealedInvariant
from retaguarda.foundation.jobs import Cron, Job
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Route, RowScope
from retaguarda.foundation.services import Services
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.foundation.table import Table

#: Seconds by which an hourly or nightly run may be late and still make sense.
HOUR, NIGHT = 1_800, 14_400


@dataclass(frozen=True, slots=True)
class Trail:
    """The events of one kind of object, as its page shows them.

    Args:
        kind: the objects' name in the path.
        permission: that of the object itself.
        scope: the company of the object in the path; 404 if the caller cannot see it.
        events: LIKE pattern of event names, for kinds whose ids could also be another kind's.
        prefix: what precedes the id in the events' subject.
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
    """Everything a room declares.

    Args:
        commands: Commands that need no settings; each gets its route, and a plan route if it is planned.
        configured: Commands made from settings.
        carrying: name of a Command with Command.carried → function that recreates it from those values.
        routes: routes besides those of tables, records and commands.
        sealed_invariants: of what only the server's keys open.
        group: heading under which its invariants are reported; default: its name.
        examples: invariant → a statement that shows up to ten of its offenders.
        stuck_work: states that its jobs must bring to an end.
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
    sealed_invariants: tuple[SealedInvariant, ...] = ()
    group: str = ""
    examples: Mapping[str, str] = field(default_factory=dict[str, str])
    stuck_work: tuple[StuckWork, ...] = ()
    trails: tuple[Trail, ...] = ()

    def all_commands(self, services: Services) -> tuple[Command[Any], ...]:
        return *self.commands, *self.configured(services)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What all rooms declare, for the rooms that work on everything: lists, approvals, audit, cron tasks.

    Args:
        groups: name of a group → its invariants.
        sealed_groups: as groups, of what only the server's keys open.
        examples: as Room.examples.
    """

    tables: tuple[Table, ...]
    commands: tuple[Command[Any], ...]
    carrying: Mapping[str, Callable[[Mapping[str, str]], Command[Any]]]
    trails: tuple[Trail, ...]
    stuck_work: tuple[StuckWork, ...]
    groups: Mapping[str, tuple[Invariant, ...]]
    sealed_groups: Mapping[str, tuple[SealedInvariant, ...]]
    examples: Mapping[str, str]

    @property
    def bulk(self) -> Mapping[str, Command[Any]]:
        """Commands that can be run on many rows of a list at once, by name."""
        return {command.name: command for command in self.commands if command.bulk is not None}

    @property
    def invariants(self) -> tuple[Invariant, ...]:
        return tuple(each for group in self.groups.values() for each in group)

    @property
    def sealed_invariants(self) -> tuple[SealedInvariant, ...]:
        return tuple(each for group in self.sealed_groups.values() for each in group)
