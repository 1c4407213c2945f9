"""Where a Command stops that one person may not do alone."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from uuid import UUID

import msgspec

from retaguarda.approvals.amount_today import Kin, asks_for_today, family_of, moved_today, one_at_a_time
from retaguarda.approvals.condition_facts import amount_of, facts, fits, weight_of
from retaguarda.approvals.model import MADE, Awaiting, Demand, RequestMade
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import PendingApproval, Principal, Request
from retaguarda.ledger.plan import CommandPlan, rehearse

USUAL_DAYS = 7
#: Commands that need a second person without any policy, as soon as there is one.
POLICY_COMMANDS = ("approvals:policy:create", "approvals:policy:change", "approvals:policy:delete")


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """``others_decide``: others could decide over requests afterwards than before. ``reserve``: Command.reserves."""

    plan: CommandPlan
    amount: int | None
    weight: int
    reserve: tuple[str, int] | None
    others_decide: bool


@dataclass(frozen=True, slots=True)
class Weighed:
    """``today``: minor units, with this one (today.py); None where no money moves. ``wide``: asked for in the scope of all
    companies that the maker sees."""

    given: bytes
    plan: CommandPlan
    amount: int | None
    today: int | None
    demands: list[Demand]
    days: int
    wide: bool
    reserve: tuple[str, int] | None


@dataclass(frozen=True, slots=True)
class ApprovalGate:
    """A foundation ``Gate``. What no policy is about costs one query."""

    kin: Kin

    async def asks(self, command: Command[Any], request: Request, tx: Tx, principal: Principal, body: Any) -> bool:
        return command.approvable and await weigh(command, request, tx, principal, body, self.kin) is not None

    @property
    def answers(self) -> type[Awaiting]:
        return Awaiting

    async def hold(
        self, command: Command[Any], request: Request, tx: Tx, principal: Principal, body: Any
    ) -> PendingApproval | None:
        weighed = await weigh(command, request, tx, principal, body, self.kin)
        if weighed is None:
            return None
        made = RequestMade(uuid7(), datetime.now(UTC) + timedelta(days=weighed.days))
        await tx.execute(_INSERT, _values(made, command, request, principal, weighed))
        told = {
            "command": command.name,
            "maker": principal.email,
            "amount": weighed.amount,
            "policies": [demand.name for demand in weighed.demands],
        }
        return PendingApproval(
            MADE, str(made.id), Awaiting(made), {key: value for key, value in told.items() if value is not None}
        )


async def weigh(
    command: Command[Any],
    request: Request,
    tx: Tx,
    principal: Principal,
    body: Any,
    kin: Kin,
    approval: UUID | None = None,
) -> Weighed | None:
    """What the policies of now demand of this; None: nothing.

    Args:
        request: this is weighed anew, and stands among what waits.

    Raises:
        ApiError: whatever the Command refuses.
    """
    rows = await policies_on(tx, principal.chosen(), command)
    policies = [row for row in rows if row["id"] is not None]
    house_rule = await _house_rule(command, tx, principal)
    if not policies and house_rule is None:
        return None
    company, family = principal.chosen(), family_of(kin, command.name)
    if command.reserves is not None:
        await _one_about_it(tx, company, request)
    if approval is not None:
        await except_itself(tx, approval)
    if any(asks_for_today(row["condition"]) for row in policies):
        await one_at_a_time(tx, company, family)
    given = as_read(body)
    seen = await rehearsed(command, tx, principal, body, replace(request, body=given))
    amount = seen.amount
    zone = rows[0]["time_zone"]
    before = 0 if amount is None else await moved_today(tx, company, family, zone, approval)
    known = facts(command.name, principal, body, seen.weight, before, zone)
    fitting = [row for row in policies if fits(row["condition"], known)]
    demands = [_demand(row) for row in fitting]
    if not demands and house_rule is not None and (house_rule == "policies" or seen.others_decide):
        demands = [_own_demand(house_rule)]
    if not demands:
        return None
    days = min((row["expires_days"] for row in fitting), default=USUAL_DAYS)
    today = None if amount is None else before + amount
    return Weighed(given, seen.plan, amount, today, demands, days, rows[0]["scope"] != f"{{{company}}}", seen.reserve)


async def _one_about_it(tx: Tx, company: int, request: Request) -> None:
    """Of two requests about the same thing at once the second waits, and sees what the first has reserved."""
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('approval_reserves ' || %(about)s, %(company)s))",
        {"about": request.path_params.get("id", ""), "company": company},
    )


async def except_itself(tx: Tx, approval: UUID) -> None:
    """Until the transaction ends, what this request has reserved is not in its own way."""
    await tx.execute("select set_config('retaguarda.approval', %(id)s, true)", {"id": str(approval)})


async def policies_on(tx: Tx, company: int, command: Command[Any]) -> list[Row]:
    """Those about this Command and about what it comes to in the end; one row without a policy where there is none."""
    found = list[Row]()
    for name in (command.name, *command.also):
        found += await tx.all(
            "select * from approval_policies(%(company)s, %(command)s)", {"company": company, "command": name}
        )
    return found


async def _house_rule(command: Command[Any], tx: Tx, principal: Principal) -> Literal["policies", "deciders"] | None:
    """The house's own rule for this Command, as long as there is somebody who could approve it."""
    if command.name in POLICY_COMMANDS:
        return "policies" if await somebody_else(tx, principal) else None
    if not command.changes_rights:
        return None
    stands = await tx.value("select approval_policies_stand(%(company)s)", {"company": principal.chosen()})
    return "deciders" if stands and await somebody_else(tx, principal) else None


def as_read(body: Any) -> bytes:
    """As it will be read when it is done: whoever approves sees what was left to its usual value, too."""
    return msgspec.json.encode(body)


async def somebody_else(tx: Tx, principal: Principal) -> bool:
    """Whether there is anybody but the maker who could approve something of this company."""
    return await tx.value(
        "select approval_another(%(company)s, approval_makers(%(person)s))",
        {"company": principal.chosen(), "person": principal.person_id},
    )


async def rehearsed(command: Command[Any], tx: Tx, principal: Principal, body: Any, request: Request) -> Rehearsed:
    """The transaction goes on as if nothing had been.

    Raises:
        ApiError: whatever the Command refuses; the savepoint ``rehearsal`` stands then.
    """
    before = await _deciders(command, tx, principal)
    await tx.execute("savepoint rehearsal")
    plan, done = await rehearse(command, tx, principal, body, request)
    after = await _deciders(command, tx, principal)
    await tx.execute("rollback to savepoint rehearsal")
    amount = amount_of(body, plan, done.data)
    reserve = command.reserves(done) if command.reserves else None
    return Rehearsed(plan, amount, weight_of(body, amount, done.data), reserve, before != after)


async def _deciders(command: Command[Any], tx: Tx, principal: Principal) -> list[Row]:
    """Who could decide, and where, of the people that a Command about rights may be about."""
    if not command.changes_rights:
        return []
    return await tx.all("select * from approval_rights(%(company)s) order by 1, 2", {"company": principal.chosen()})


def _own_demand(name: str) -> Demand:
    return Demand(
        policy=None,
        version=None,
        name=name,
        permission=Permission.APPROVALS_DECIDE,
        needed=1,
        distinct_teams=False,
        emergency=None,
    )


def _demand(row: Row) -> Demand:
    return Demand(
        policy=row["id"],
        version=row["version"],
        name=row["name"],
        permission=row["permission"],
        needed=row["needed"],
        distinct_teams=row["distinct_teams"],
        emergency=row["emergency"],
    )


def _values(
    made: RequestMade,
    command: Command[Any],
    request: Request,
    principal: Principal,
    weighed: Weighed,
) -> dict[str, Any]:
    return {
        "id": made.id,
        "company": principal.chosen(),
        "command": command.name,
        "path": json_text(dict(request.path_params)),
        "subject": request.path_params.get("id", ""),
        "input": weighed.given.decode(),
        "carried": json_text(dict(command.carried)),
        "amount": weighed.amount,
        "today": weighed.today,
        "plan": json_text(weighed.plan),
        "hash": weighed.plan.hash,
        "demands": json_text(weighed.demands),
        "maker_id": principal.person_id,
        "maker": principal.email,
        "two_factor": Permission.TWO_FACTOR in principal.permissions,
        "wide": weighed.wide,
        "reserves": weighed.reserve and weighed.reserve[0],
        "reserved": weighed.reserve and weighed.reserve[1],
        "expires": made.expires_at,
    }


_INSERT = (
    "insert into approval_request (id, company_id, command, path, subject, input, carried, amount, today, plan, plan_hash, demands,"
    " maker_id, maker, two_factor, wide, reserves, reserved, expires_at) values (%(id)s, %(company)s, %(command)s, %(path)s::jsonb, %(subject)s,"
    " %(input)s::jsonb, %(carried)s::jsonb, %(amount)s, %(today)s, %(plan)s::jsonb, %(hash)s, %(demands)s::jsonb, %(maker_id)s, %(maker)s,"
    " %(two_factor)s, %(wide)s, %(reserves)s, %(reserved)s, %(expires)s)"
)
