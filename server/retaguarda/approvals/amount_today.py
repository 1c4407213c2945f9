"""Sum what a merchant has moved by a Command on its current day, so that splitting a large amount does not evade a
policy.

The sum counts what was done and what awaits approval, by anybody, of the Command and of its family: a withdrawal, a
schedule run now and a recipient's payout are one sum. What the clock did on somebody's instruction counts too, on the
day it was done. What was done counts as it was requested, even if it failed at the bank afterwards.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Tx
from retaguarda.foundation.local_day import midnight
from retaguarda.foundation.money import BRL

_TODAY = re.compile(r"\btoday\b")


@dataclass(frozen=True, slots=True)
class Family:
    """Commands whose amounts are added up together, and the queries for what the clock does for them
    (``Command.by_clock``)."""

    names: frozenset[str]
    by_clock: tuple[str, ...] = ()


#: Family of each Command by name; a Command that is missing stands alone.
Kin = Mapping[str, Family]


def kin_of(commands: Iterable[Command[Any]]) -> Kin:
    """Group Commands that lead to the same Command (``also``) into families."""
    return _families(tuple((command.name, tuple(command.also), command.by_clock) for command in commands))


@cache
def _families(told: tuple[tuple[str, tuple[str, ...], str], ...]) -> Kin:
    """Group Commands, each told by its name, what it leads to, and its query for the clock."""
    leads_to = defaultdict[str, set[str]](set)
    for name, also, _ in told:
        for target in (name, *also):
            leads_to[target].update((name, target))
    clocks = {name: by_clock for name, _, by_clock in told}
    families = dict[str, Family]()
    for name, also, _ in told:
        names = frozenset().union(*(leads_to[target] for target in (name, *also)))
        clock = {clocks.get(each, "") for each in names} - {""}
        families[name] = Family(names, tuple(sorted(clock)))
    return families


def family_of(kin: Kin, name: str) -> Family:
    return kin.get(name, Family(frozenset({name})))


def uses_today(condition: str) -> bool:
    return _TODAY.search(condition) is not None


async def lock_family(tx: Tx, company: int, family: Family) -> None:
    """Take the family's lock: of two concurrent requests the second waits and counts the first."""
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('approval_today ' || %(first)s, %(company)s))",
        {"first": min(family.names), "company": company},
    )


async def moved_today(
    tx: Tx, company: int, family: Family, currency: str, zone: str, excluded: UUID | None = None
) -> int:
    """Sum what the company has moved in a currency since its midnight.

    Args:
        excluded: an approval that is checked again and must not count itself.

    Returns:
        Minor units.
    """
    return await tx.value(
        _SUM.format(clock=" ".join(map(_BY_CLOCK.format, family.by_clock))),
        {
            "company": company,
            "names": list(family.names),
            "currency": currency,
            "reais": BRL,
            "since": midnight(ZoneInfo(zone)),
            "but": excluded,
        },
    )


#: The literal event name lets the planner use the matching index.
_SUM = """
    select (coalesce((select sum((data ->> 'amount')::bigint) from event
                       where company_id = %(company)s and name = any (%(names)s) and at >= %(since)s
                         and person_id is not null and name <> 'payin:charge:create'
                         and coalesce(data ->> 'currency', %(reais)s) = %(currency)s
                         and jsonb_typeof(data -> 'amount') = 'number'), 0)
          + coalesce((select sum(amount) from approval_request
                       where company_id = %(company)s and command = any (%(names)s) and created_at >= %(since)s
                         and currency = %(currency)s and state = 'awaiting' and expires_at > now() and id is distinct from %(but)s::uuid), 0)
          {clock})::bigint
"""
_BY_CLOCK = """
          + coalesce((select sum(c.amount) from ({}) c
                       where c.company_id = %(company)s and c.currency = %(currency)s and c.at >= %(since)s), 0)
"""
