"""Where a Command stops that one person may not do alone."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from retaguarda.approvals.facts import amount_of, facts, fits
from retaguarda.approvals.model import MADE, Awaiting, Demand, RequestMade
from retaguarda.foundation.call import Call, Held, Who
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.ledger.plan import CommandPlan, rehearse

USUAL_DAYS = 7
#: Commands that need a second person without any policy, as soon as there is one.
POLICY_COMMANDS = ("approvals:policy:create", "approvals:policy:change", "approvals:policy:delete")

_OWN_RULE = Demand(
    policy=None,
    version=None,
    name="policies",
    permission=Permission.APPROVALS_DECIDE,
    needed=1,
    distinct_teams=False,
    emergency=None,
)


@dataclass(frozen=True, slots=True)
class Weighed:
    """``wide``: asked for in the scope of all companies that the maker sees."""

    given: bytes
    plan: CommandPlan
    amount: int | None
    demands: list[Demand]
    days: int
    wide: bool


class ApprovalGate:
    """A foundation ``Gate``. What no policy is about costs one query."""

    async def hold(self, command: Command[Any], call: Call, tx: Tx, who: Who, body: Any) -> Held | None:
        weighed = await weigh(command, call, tx, who, body)
        if weighed is None:
            return None
        made = RequestMade(uuid7(), datetime.now(UTC) + timedelta(days=weighed.days))
        await tx.execute(_INSERT, _values(made, command, call, who, weighed))
        told = {
            "command": command.name,
            "maker": who.email,
            "amount": weighed.amount,
            "policies": [demand.name for demand in weighed.demands],
        }
        return Held(
            MADE, str(made.id), Awaiting(made), {key: value for key, value in told.items() if value is not None}
        )


async def weigh(command: Command[Any], call: Call, tx: Tx, who: Who, body: Any) -> Weighed | None:
    """What the policies of now demand of this; None: nothing.

    Raises:
        ApiError: whatever the Command refuses.
    """
    asked = {"company": who.chosen(), "command": command.name}
    rows = await tx.all("select * from approval_policies(%(company)s, %(command)s)", asked)
    policies = [row for row in rows if row["id"] is not None]
    own_rule = command.name in POLICY_COMMANDS
    if not policies and not (own_rule and await somebody_else(tx, who)):
        return None
    given = as_read(body)
    plan = await rehearsed(command, tx, who, body, replace(call, body=given))
    amount = amount_of(body, plan)
    known = facts(command.name, who, body, amount, rows[0]["time_zone"])
    fitting = [row for row in policies if fits(row["condition"], known)]
    demands = [_demand(row) for row in fitting]
    if not demands and own_rule and await somebody_else(tx, who):
        demands = [_OWN_RULE]
    if not demands:
        return None
    days = min((row["expires_days"] for row in fitting), default=USUAL_DAYS)
    return Weighed(given, plan, amount, demands, days, rows[0]["scope"] != f"{{{who.chosen()}}}")


def as_read(body: Any) -> bytes:
    """As it will be read when it is done: whoever approves sees what was left to its usual value, too."""
    return msgspec.json.encode(body)


async def somebody_else(tx: Tx, who: Who) -> bool:
    """Whether there is anybody but the maker who could approve something of this company."""
    return await tx.value(
        "select exists (select approval_deciders(%(company)s, approval_makers(%(person)s), 'infinity'))",
        {"company": who.chosen(), "person": who.person_id},
    )


async def rehearsed(command: Command[Any], tx: Tx, who: Who, body: Any, call: Call) -> CommandPlan:
    """The plan; the transaction goes on as if nothing had been.

    Raises:
        ApiError: whatever the Command refuses; the savepoint ``rehearsal`` stands then.
    """
    await tx.execute("savepoint rehearsal")
    plan = await rehearse(command, tx, who, body, call)
    await tx.execute("rollback to savepoint rehearsal")
    return plan


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
    call: Call,
    who: Who,
    weighed: Weighed,
) -> dict[str, Any]:
    return {
        "id": made.id,
        "company": who.chosen(),
        "command": command.name,
        "path": _json(dict(call.path_params)),
        "subject": call.path_params.get("id", ""),
        "input": weighed.given.decode(),
        "carried": _json(dict(command.carried)),
        "amount": weighed.amount,
        "plan": _json(weighed.plan),
        "hash": weighed.plan.hash,
        "demands": _json(weighed.demands),
        "maker_id": who.person_id,
        "maker": who.email,
        "two_factor": Permission.TWO_FACTOR in who.permissions,
        "wide": weighed.wide,
        "expires": made.expires_at,
    }


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


_INSERT = (
    "insert into approval_request (id, company_id, command, path, subject, input, carried, amount, plan, plan_hash, demands,"
    " maker_id, maker, two_factor, wide, expires_at) values (%(id)s, %(company)s, %(command)s, %(path)s::jsonb, %(subject)s,"
    " %(input)s::jsonb, %(carried)s::jsonb, %(amount)s, %(plan)s::jsonb, %(hash)s, %(demands)s::jsonb, %(maker_id)s, %(maker)s,"
    " %(two_factor)s, %(wide)s, %(expires)s)"
)
