"""Simulate a policy: evaluate its condition over the Commands of a past period.

History keeps what was done, and the input only of Commands that needed approval. A condition about the input of any
other Command cannot be evaluated; those are counted apart. Amount, merchant, hour, weekday and maker are known for
all; the sum of the day is computed again.
"""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Annotated, Any
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec

from retaguarda.approvals.amount_today import Family, Kin, family_of
from retaguarda.approvals.condition_facts import NAMES
from retaguarda.approvals.model import PolicyInput
from retaguarda.approvals.policies import Policies
from retaguarda.approvals.tables import POLICIES
from retaguarda.foundation.conditions import Rule, RuleError
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.money import BRL, Money, money_or_none
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import PROVIDER, Access, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import NEW

LONGEST = timedelta(days=92)
MOST_LOOKED_AT = 20_000
#: Processor seconds: anybody who reads policies may write a condition, and the server answers other requests meanwhile.
LONGEST_SECONDS = 5.0
MOST_EXAMPLES = 100
MOST_MAKERS = 100


class SimulateInput(PolicyInput, forbid_unknown_fields=True, kw_only=True):
    """A policy that need not be saved, over the time from ``since`` until before ``until``; at most 92 days."""

    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    since: Annotated[datetime, msgspec.Meta(tz=True)]
    until: Annotated[datetime, msgspec.Meta(tz=True)]


class MakerSum(msgspec.Struct):
    maker: str
    count: int
    amount: Money


class ApproverGroup(msgspec.Struct):
    """Who could have approved these: ``people`` by e-mail address, ``others`` counts those the principal does not see."""

    company_id: int
    company_name: str
    people: list[str]
    others: int
    enough: bool
    count: int
    amount: Money


class Example(msgspec.Struct):
    at: datetime
    company_id: int
    company_name: str
    maker: str
    subject: str
    amount: Money | None


class Simulation(msgspec.Struct):
    """``looked_at`` Commands, of them ``needing`` approval and ``unknown``; ``cut``: the limit of Commands or time was
    reached."""

    looked_at: int
    needing: int
    unknown: int
    cut: bool
    amount: Money
    makers: list[MakerSum]
    groups: list[ApproverGroup]
    examples: list[Example]


@dataclass(slots=True)
class _Tally:
    """``of``: (company, maker's id) → (Commands, amount); ``seconds`` of processor time spent on the condition."""

    looked_at: int = 0
    needing: int = 0
    unknown: int = 0
    cut: bool = False
    seconds: float = 0
    amount: int = 0
    of: dict[tuple[int, UUID], list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    makers: Counter[str] = field(default_factory=Counter[str])
    amounts: Counter[str] = field(default_factory=Counter[str])
    names: dict[int, str] = field(default_factory=dict[int, str])
    examples: list[Example] = field(default_factory=list[Example])

    def add(self, row: Row) -> None:
        # A sum is of one currency; an example says its own.
        amount = row["amount"] or 0 if row["currency"] == BRL else 0
        self.needing += 1
        self.amount += amount
        self.makers[row["maker"]] += 1
        self.amounts[row["maker"]] += amount
        totals = self.of[row["company_id"], row["maker_id"]]
        totals[0], totals[1] = totals[0] + 1, totals[1] + amount
        self.names[row["company_id"]] = row["company_name"]
        if len(self.examples) < MOST_EXAMPLES:
            money = money_or_none(row["amount"], row["currency"])
            self.examples.append(
                Example(row["at"], row["company_id"], row["company_name"], row["maker"], row["subject"], money)
            )


def simulate_route(access: Access, policies: Policies, kin: Kin) -> Route:
    async def handler(request: Request) -> Response:
        given = request.read(SimulateInput)
        async with NEW.over(access).open(request, Permission.APPROVAL_POLICIES_READ) as (tx, principal):
            policies.check(given)
            return json_response(await _simulate(tx, principal, given, family_of(kin, given.command)))

    return Route(
        "POST",
        f"{POLICIES.path}/simulate",
        "What a policy would have asked for in a time that is past",
        handler,
        permission=Permission.APPROVAL_POLICIES_READ,
        scope=NEW,
        body=SimulateInput,
        answers=Simulation,
    )


async def _simulate(tx: Tx, principal: Principal, given: SimulateInput, family: Family) -> Simulation:
    since, until = _period(given)
    company = principal.chosen()
    rule = Rule(given.condition.strip(), NAMES) if given.condition.strip() else None
    tally = _Tally()
    params = {
        "command": given.command,
        "names": list(family.names),
        # Policies of the provider cover every merchant.
        "companies": list(principal.companies) if company == PROVIDER else [company],
        "since": since,
        "until": until,
    }
    async for rows in tx.batches(f"{_commands(family)} limit {MOST_LOOKED_AT + 1}", params):
        # A condition may be slow, so evaluate it off the event loop.
        await asyncio.to_thread(_evaluate_rows, tally, rule, given.command, rows)
    return Simulation(
        looked_at=tally.looked_at,
        needing=tally.needing,
        unknown=tally.unknown,
        cut=tally.cut,
        amount=Money(tally.amount, BRL),
        makers=[
            MakerSum(maker, count, Money(tally.amounts[maker], BRL))
            for maker, count in tally.makers.most_common(MOST_MAKERS)
        ],
        groups=await _groups(tx, given, tally),
        examples=tally.examples,
    )


def _period(given: SimulateInput) -> tuple[datetime, datetime]:
    since, until = given.since, given.until
    if not timedelta(0) < until - since <= LONGEST:
        raise invalid_field("until", "out_of_range", f"a simulation goes over at most {LONGEST.days} days")
    return since, until


def _evaluate_rows(tally: _Tally, rule: Rule | None, command: str, rows: Sequence[Row]) -> None:
    for row in rows:
        if tally.looked_at == MOST_LOOKED_AT or tally.seconds > LONGEST_SECONDS:
            tally.cut = True
            return
        tally.looked_at += 1
        started = time.thread_time()
        try:
            holds = rule is None or rule.holds(_row_facts(command, row))
        except RuleError:
            tally.unknown += 1
        else:
            if holds:
                tally.add(row)
        tally.seconds += time.thread_time() - started


def _row_facts(command: str, row: Row) -> Mapping[str, Any]:
    at = row["at"].astimezone(ZoneInfo(row["time_zone"]))
    return {
        "amount": row["amount"] or 0,
        "today": row["today"],
        "merchant": row["company_id"],
        "hour": at.hour,
        "weekday": at.isoweekday(),
        "maker": {"email": row["maker"], "internal": row["internal"]},
        "command": command,
        "input": row["input"] or {},
    }


async def _groups(tx: Tx, given: SimulateInput, tally: _Tally) -> list[ApproverGroup]:
    """Group the makers whose Commands the same people could have approved."""
    groups = dict[tuple[int, tuple[UUID, ...]], list[int]]()
    largest = sorted(tally.of.items(), key=lambda item: -item[1][0])[:MOST_MAKERS]
    for (company, maker), (count, amount) in largest:
        rows = await tx.all(
            "select d as id from approval_deciders(%(company)s, approval_makers(%(maker)s), 'infinity') d"
            " where permission_held(d, %(permission)s, 'infinity') order by 1",
            {"company": company, "maker": maker, "permission": given.permission},
        )
        sums = groups.setdefault((company, tuple(row["id"] for row in rows)), [0, 0])
        sums[0], sums[1] = sums[0] + count, sums[1] + amount
    all_ids = list({person for _, people in groups for person in people})
    visible = {
        row["id"]: row["email"]
        for row in await tx.all("select id, email from person where id = any (%(ids)s)", {"ids": all_ids})
    }
    return [
        ApproverGroup(
            company_id=company,
            company_name=tally.names[company],
            people=sorted(visible[person] for person in people if person in visible),
            others=sum(person not in visible for person in people),
            enough=len(people) >= given.needed,
            count=count,
            amount=Money(amount, BRL),
        )
        for (company, people), (count, amount) in groups.items()
    ]


#: Load what was done, with its input where it needed approval, and what waits or was never done. Include the day before
#: ``since``: ``today`` sums from the merchant's midnight, over all Commands of the family, done or waiting. What the
#: clock did counts in the sum but is never a Command that a policy covers.
_COMMANDS = (
    "select * from ("
    " select c.*, k.name as company_name, k.time_zone, coalesce(p.internal, false) as internal,"
    "        (coalesce(sum(c.amount) filter (where c.counts) over day, 0) + case when c.counts then 0 else coalesce(c.amount, 0) end)::bigint as today"
    " from ("
    "  select e.at, e.name, e.company_id, e.actor as maker, e.person_id as maker_id, e.subject_id as subject, a.input, true as counts,"
    "         coalesce(a.amount, case when jsonb_typeof(e.data -> 'amount') = 'number' then (e.data ->> 'amount')::bigint end) as amount,"
    f"         coalesce(a.currency, e.data ->> 'currency', '{BRL}') as currency"
    "    from event e left join approval_request a on a.id = (e.data ->> 'approval')::uuid"
    "   where e.name = any (%(names)s) and e.name <> 'payin:charge:create' and e.person_id is not null"
    "     and e.company_id = any (%(companies)s) and e.at >= %(since)s - interval '1 day' and e.at < %(until)s"
    "  union all"
    "  select a.created_at, a.command, a.company_id, a.maker, a.maker_id, a.subject, a.input,"
    "         a.state = 'awaiting' and a.expires_at > now(), a.amount, a.currency from approval_request a"
    "   where a.command = any (%(names)s) and a.state <> 'executed' and a.company_id = any (%(companies)s)"
    "     and a.created_at >= %(since)s - interval '1 day' and a.created_at < %(until)s {clock}"
    " ) c join company k on k.id = c.company_id left join person p on p.id = c.maker_id"
    " window day as (partition by c.company_id, c.currency, (c.at at time zone k.time_zone)::date order by c.at)"
    ") found where name = %(command)s and at >= %(since)s order by at desc"
)
_BY_CLOCK = (
    " union all select c.at, '', c.company_id, '', c.maker_id, '', null, true, c.amount, c.currency from ({}) c"
    " where c.company_id = any (%(companies)s) and c.at >= %(since)s - interval '1 day' and c.at < %(until)s"
)


def _commands(family: Family) -> str:
    return _COMMANDS.format(clock="".join(map(_BY_CLOCK.format, family.by_clock)))
