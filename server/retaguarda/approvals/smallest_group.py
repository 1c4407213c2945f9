"""Find the fewest people who could together move an amount: one maker, and the approvers that the policies demand.

Assume a determined maker: the hour that demands least, the maker who needs the fewest approvers, the amount whole or
split into equal parts within one day that starts empty. A policy about the input counts as avoided, because the maker
writes the input.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.approvals.condition_facts import condition_holds
from retaguarda.approvals.gate import policies_on
from retaguarda.approvals.tables import POLICIES
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.money import LARGEST
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Parameter, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import NEW

#: Permissions that count only in a session opened with a second factor; their rooms require it.
WITH_SECOND_FACTOR = frozenset(
    {
        Permission.PAYIN_WITHDRAWALS_WRITE,
        Permission.ACCOUNT_BANK_ACCOUNTS_WRITE,
        Permission.ACCOUNT_SCHEDULING_WRITE,
    }
)
MOST_MAKERS = 200
#: Numbers of equal parts to split the amount into; more parts take the attacker longer.
CUTS = (1, 10, 100)
#: Steps of the search for approvers; beyond it, return the best group found so far.
MOST_STEPS = 20_000
ALL_HOURS = tuple(product(range(1, 8), range(24)))


class SmallestGroup(msgspec.Struct, kw_only=True):
    """``size`` null: nobody could. People the principal does not see are null. ``avoided``: policies that depend on the
    input.

    ``pieces``: the equal parts that make so few people enough; 1: the whole amount. ``weekday`` and ``hour`` give a moment
    at which so few are enough, where policies depend on it.
    """

    command: str
    size: int | None
    pieces: int
    maker: str | None
    approvers: list[str | None]
    policies: list[str]
    avoided: list[str]
    weekday: int | None
    hour: int | None


@dataclass(frozen=True, slots=True)
class _Person:
    id: UUID
    email: str | None
    internal: bool
    second_factor: bool
    roles: frozenset[int]
    permissions: frozenset[str]


def smallest_route(access: Access, commands: Iterable[Command[Any]]) -> Route:
    """Build the route. ``commands``: those that move money."""
    moving = sorted(commands, key=lambda command: command.name)

    async def handler(request: Request) -> Response:
        async with NEW.over(access).open(request, Permission.APPROVAL_POLICIES_READ) as (tx, principal):
            amount = _amount(dict(request.query).get("amount", ""))
            people = [
                _Person(**{**row, "roles": frozenset(row["roles"]), "permissions": frozenset(row["permissions"])})
                for row in await tx.all("select * from approval_people(%(company)s)", {"company": principal.chosen()})
            ]
            groups = [await _smallest_for(tx, principal, command, amount, people) for command in moving]
            return json_response(sorted(groups, key=lambda group: (group.size is None, group.size or 0, group.command)))

    return Route(
        "GET",
        f"{POLICIES.path}/smallest-group",
        "The fewest people who could move an amount",
        handler,
        permission=Permission.APPROVAL_POLICIES_READ,
        scope=NEW,
        answers=list[SmallestGroup],
        parameters=(Parameter("amount", {"type": "integer", "minimum": 1}, "minor units", required=True),),
    )


def _amount(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 15 or not 1 <= int(text) <= LARGEST:
        raise invalid_field("amount", "out_of_range", f"amount is a whole number of minor units from 1 to {LARGEST}")
    return int(text)


async def _smallest_for(
    tx: Tx, principal: Principal, command: Command[Any], amount: int, people: Sequence[_Person]
) -> SmallestGroup:
    rows = await policies_on(tx, principal.chosen(), command)
    policies = [row for row in rows if row["id"] is not None]
    avoided = [row["name"] for row in policies if _is_about_input(row["condition"])]
    applicable = [row for row in policies if row["name"] not in avoided]
    depends_on_time = any(word in row["condition"] for row in applicable for word in ("hour", "weekday"))
    best = SmallestGroup(
        command=command.name,
        size=None,
        pieces=1,
        maker=None,
        approvers=[],
        policies=[],
        avoided=avoided,
        weekday=None,
        hour=None,
    )
    makers, fitting = _makers(command, people), _Fitting(command.name, principal.chosen(), applicable)
    for pieces, maker in product([cut for cut in CUTS if cut <= amount], makers):
        for demands, (weekday, hour) in _demand_sets(fitting, amount, pieces, maker, depends_on_time).items():
            chosen = [applicable[position] for position in demands]
            approvers = _fewest_approvers([person for person in people if person.id != maker.id], chosen)
            if approvers is None or (best.size is not None and len(approvers) + 1 >= best.size):
                continue
            best = SmallestGroup(
                command=command.name,
                size=len(approvers) + 1,
                pieces=pieces,
                maker=maker.email,
                approvers=[person.email for person in approvers],
                policies=[row["name"] for row in chosen],
                avoided=avoided,
                weekday=weekday if depends_on_time else None,
                hour=hour if depends_on_time else None,
            )
        if best.size == 1:
            break
    return best


def _makers(command: Command[Any], people: Sequence[_Person]) -> list[_Person]:
    needs_factor = command.permission in WITH_SECOND_FACTOR
    eligible = [
        person
        for person in people
        if (command.permission is None or command.permission in person.permissions)
        and (person.second_factor or not needs_factor)
    ]
    return eligible[:MOST_MAKERS]


def _is_about_input(condition: str) -> bool:
    """Whether a condition depends on the input, which the maker writes."""
    return "input" in condition


def _demand_sets(
    fitting: "_Fitting", amount: int, pieces: int, maker: _Person, depends_on_time: bool
) -> Mapping[tuple[int, ...], tuple[int, int]]:
    """Return each set of policies that demand approval of any of the parts, with a moment at which they do.

    The sum of the day grows with each part, so the first and the last part are the extremes.
    """
    piece = -(-amount // pieces)
    demand_sets = dict[tuple[int, ...], tuple[int, int]]()
    for moment in ALL_HOURS if depends_on_time else ALL_HOURS[:1]:
        together = {position for today in {piece, amount} for position in fitting.of(piece, today, maker, moment)}
        demand_sets.setdefault(tuple(sorted(together)), moment)
    return demand_sets


@dataclass(slots=True)
class _Fitting:
    """Evaluate which policies cover a Command; cache what holds for all makers or all hours."""

    command: str
    company: int
    policies: Sequence[Row]
    known: dict[tuple[object, ...], bool] = field(default_factory=dict[tuple[object, ...], bool])

    def of(self, amount: int, today: int, maker: _Person, moment: tuple[int, int]) -> Iterator[int]:
        for position, row in enumerate(self.policies):
            condition = row["condition"]
            about_maker = (maker.email, maker.internal) if "maker" in condition else None
            about_moment = moment if "hour" in condition or "weekday" in condition else None
            key = (position, amount, today, about_maker, about_moment)
            if key not in self.known:
                self.known[key] = condition_holds(condition, self._facts(amount, today, maker, moment))
            if self.known[key]:
                yield position

    def _facts(self, amount: int, today: int, maker: _Person, moment: tuple[int, int]) -> Mapping[str, Any]:
        return {
            "amount": amount,
            "today": today,
            "merchant": self.company,
            "hour": moment[1],
            "weekday": moment[0],
            "maker": {"email": maker.email or "", "internal": maker.internal},
            "command": self.command,
            "input": {},
        }


def _fewest_approvers(people: Sequence[_Person], demands: Sequence[Row]) -> list[_Person] | None:
    """Return the fewest people who satisfy all demands; None when nobody can."""
    if not demands:
        return []
    eligible = [
        person for person in people if person.second_factor and Permission.APPROVALS_DECIDE in person.permissions
    ]
    emergencies = {row["emergency"] for row in demands}
    if None not in emergencies and (alone := [person for person in eligible if emergencies <= person.permissions]):
        return alone[:1]
    useful = [person for person in eligible if any(row["permission"] in person.permissions for row in demands)]
    # People who satisfy more demands come first, so that the first group found is seldom larger than necessary.
    useful.sort(key=lambda person: -sum(row["permission"] in person.permissions for row in demands))
    search = _Search(useful, demands)
    for size in range(max(row["needed"] for row in demands), sum(row["needed"] for row in demands) + 1):
        if group := search.of_size(size, 0, []):
            return group
    return None


@dataclass(slots=True)
class _Search:
    people: Sequence[_Person]
    demands: Sequence[Row]
    steps: int = 0

    def of_size(self, size: int, start: int, chosen: list[_Person]) -> list[_Person] | None:
        if len(chosen) == size:
            return list(chosen) if self._satisfied(chosen) else None
        for position in range(start, len(self.people)):
            self.steps += 1
            if self.steps > MOST_STEPS:
                return None
            person = self.people[position]
            if self._is_compatible(person, chosen):
                group = self.of_size(size, position + 1, [*chosen, person])
                if group:
                    return group
        return None

    def _satisfied(self, chosen: Sequence[_Person]) -> bool:
        return all(
            sum(row["permission"] in person.permissions for person in chosen) >= row["needed"] for row in self.demands
        )

    def _is_compatible(self, person: _Person, chosen: Sequence[_Person]) -> bool:
        """Mirror the database's rule: for a demand of distinct teams no two approvers share a role."""
        return not any(
            row["distinct_teams"]
            and row["permission"] in person.permissions
            and row["permission"] in other.permissions
            and person.roles & other.roles
            for row in self.demands
            for other in chosen
        )
