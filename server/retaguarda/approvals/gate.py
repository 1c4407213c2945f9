"""The approval gate: hold back a Command that one person may not do alone."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from uuid import UUID

import msgspec

from retaguarda.approvals.amount_today import Kin, family_of, lock_family, moved_today, uses_today
from retaguarda.approvals.condition_facts import amount_of, condition_amount, condition_holds, facts
from retaguarda.approvals.model import MADE, USUAL_DAYS, Awaiting, Demand, RequestMade
from retaguarda.foundation.command import Command
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Intent, PendingApproval, Principal
from retaguarda.ledger.plan import CommandPlan, rehearse

#: Commands that need a second person without any policy, as soon as there is one.
POLICY_COMMANDS = ("approvals:policy:create", "approvals:policy:change", "approvals:policy:delete")


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """``others_decide``: the Command would change who can decide over approvals. ``reserve``: Command.reserves."""

    plan: CommandPlan
    amount: Money | None
    weight: int
    reserve: tuple[str, int] | None
    others_decide: bool


@dataclass(frozen=True, slots=True)
class Evaluation:
    """``today``: minor units including this Command (amount_today.py); None where no money moves. ``wide``: the maker
    requested it in the scope of all companies they see."""

    given: bytes
    plan: CommandPlan
    amount: Money | None
    today: int | None
    demands: list[Demand]
    days: int
    wide: bool
    reserve: tuple[str, int] | None

    @property
    def approvals(self) -> int:
        """How many people have to approve at least: one approval counts for every demand whose permission they hold."""
        return max(demand.needed for demand in self.demands)


@dataclass(frozen=True, slots=True)
class ApprovalGate:
    """The foundation's ``Gate``. A Command that no policy covers costs one query."""

    kin: Kin

    async def asks(self, command: Command[Any], intent: Intent, tx: Tx, principal: Principal) -> int:
        evaluation = await self._evaluate(command, intent, tx, principal) if command.approvable else None
        return 0 if evaluation is None else evaluation.approvals

    @property
    def answers(self) -> type[Awaiting]:
        return Awaiting

    async def hold(self, command: Command[Any], intent: Intent, tx: Tx, principal: Principal) -> PendingApproval | None:
        evaluation = await self._evaluate(command, intent, tx, principal)
        if evaluation is None:
            return None
        approval_made = RequestMade(uuid7(), datetime.now(UTC) + timedelta(days=evaluation.days), evaluation.approvals)
        await tx.execute(_INSERT, _values(approval_made, command, intent, principal, evaluation))
        data = {
            "command": command.name,
            "maker": principal.email,
            "amount": evaluation.amount and evaluation.amount.amount,
            "policies": [demand.name for demand in evaluation.demands],
        }
        return PendingApproval(
            MADE,
            str(approval_made.id),
            Awaiting(approval_made),
            {key: value for key, value in data.items() if value is not None},
        )

    async def _evaluate(self, command: Command[Any], intent: Intent, tx: Tx, principal: Principal) -> Evaluation | None:
        # A request shows its input to whoever could decide, and they are told of it: a secret stays with its own two people.
        if command.closed is not None and await command.closed(tx, intent.input, intent.path):
            return None
        return await evaluate_policies(command, intent, tx, principal, self.kin)


async def evaluate_policies(
    command: Command[Any],
    intent: Intent,
    tx: Tx,
    principal: Principal,
    kin: Kin,
    approval: UUID | None = None,
) -> Evaluation | None:
    """Return what today's policies demand of this Command; None: nothing.

    Args:
        approval: an existing approval that is checked again, and must not count itself.

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
        await _lock_subject(tx, company, intent)
    if approval is not None:
        await ignore_own_reservation(tx, approval)
    if any(uses_today(row["condition"]) for row in policies):
        await lock_family(tx, company, family)
    rehearsal = await rehearse_command(command, tx, principal, intent)
    amount = rehearsal.amount
    zone = rows[0]["time_zone"]
    moved_before = 0 if amount is None else await moved_today(tx, company, family, amount.currency, zone, approval)
    values = facts(command.name, principal, intent.input, rehearsal.weight, moved_before, zone)
    matching = [row for row in policies if condition_holds(row["condition"], values)]
    demands = [_demand(row) for row in matching]
    if not demands and house_rule is not None and (house_rule == "policies" or rehearsal.others_decide):
        demands = [_own_demand(house_rule)]
    if not demands:
        return None
    days = min((row["expires_days"] for row in matching), default=USUAL_DAYS)
    today = None if amount is None else moved_before + amount.amount
    return Evaluation(
        encode_input(intent.input),
        rehearsal.plan,
        amount,
        today,
        demands,
        days,
        rows[0]["scope"] != f"{{{company}}}",
        rehearsal.reserve,
    )


async def _lock_subject(tx: Tx, company: int, intent: Intent) -> None:
    """Lock the subject: of two concurrent requests about it the second waits and sees what the first has reserved."""
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('approval_reserves ' || %(about)s, %(company)s))",
        {"about": intent.path.get("id", ""), "company": company},
    )


async def ignore_own_reservation(tx: Tx, approval: UUID) -> None:
    """Ignore this approval's own reservation until the transaction ends."""
    await tx.execute("select set_config('retaguarda.approval', %(id)s, true)", {"id": str(approval)})


async def policies_on(tx: Tx, company: int, command: Command[Any]) -> list[Row]:
    """Load the policies on this Command and on those it leads to; one row without a policy where there is none."""
    found = list[Row]()
    for name in (command.name, *command.also):
        found += await tx.all(
            "select * from approval_policies(%(company)s, %(command)s)", {"company": company, "command": name}
        )
    return found


async def _house_rule(command: Command[Any], tx: Tx, principal: Principal) -> Literal["policies", "deciders"] | None:
    """Return the built-in rule for this Command, as long as another person could approve it."""
    if command.name in POLICY_COMMANDS:
        return "policies" if await has_other_approver(tx, principal) else None
    if not command.changes_rights:
        return None
    stands = await tx.value("select approval_policies_stand(%(company)s)", {"company": principal.chosen()})
    return "deciders" if stands and await has_other_approver(tx, principal) else None


def encode_input(body: Any) -> bytes:
    """Encode the input with its defaults filled in: approvers see every value, and execution reads the same."""
    return msgspec.json.encode(body)


async def has_other_approver(tx: Tx, principal: Principal) -> bool:
    """Whether anybody but the maker could approve a request of this company."""
    return await tx.value(
        "select approval_another(%(company)s, approval_makers(%(person)s))",
        {"company": principal.chosen(), "person": principal.person_id},
    )


async def rehearse_command(command: Command[Any], tx: Tx, principal: Principal, intent: Intent) -> Rehearsal:
    """Rehearse the Command and roll it back.

    Raises:
        ApiError: whatever the Command refuses; the savepoint ``rehearsal`` remains then.
    """
    deciders_before = await _deciders(command, tx, principal)
    await tx.execute("savepoint rehearsal")
    plan, done = await rehearse(command, tx, principal, intent)
    deciders_after = await _deciders(command, tx, principal)
    await tx.execute("rollback to savepoint rehearsal")
    amount = amount_of(intent.input, plan, done.data)
    reserve = command.reserves(done) if command.reserves else None
    return Rehearsal(
        plan, amount, condition_amount(intent.input, amount, done.data), reserve, deciders_before != deciders_after
    )


async def _deciders(command: Command[Any], tx: Tx, principal: Principal) -> list[Row]:
    """Load who could decide and where, for a Command that changes rights."""
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
    approval_made: RequestMade,
    command: Command[Any],
    intent: Intent,
    principal: Principal,
    evaluation: Evaluation,
) -> dict[str, Any]:
    return {
        "id": approval_made.id,
        "company": principal.chosen(),
        "command": command.name,
        "path": json_text(dict(intent.path)),
        "subject": intent.path.get("id", ""),
        "input": evaluation.given.decode(),
        "carried": json_text(dict(command.carried)),
        **amount_columns(evaluation),
        "plan": json_text(evaluation.plan),
        "hash": evaluation.plan.hash,
        "demands": json_text(evaluation.demands),
        "maker_id": principal.person_id,
        "maker": principal.email,
        "two_factor": Permission.TWO_FACTOR in principal.permissions,
        "wide": evaluation.wide,
        "expires": approval_made.expires_at,
    }


def amount_columns(evaluation: Evaluation) -> dict[str, Any]:
    """Return what moves and what is reserved, all in one currency."""
    amount, reserve = evaluation.amount, evaluation.reserve
    return {
        "amount": amount and amount.amount,
        # A Pix is what can be reserved without an amount that is known.
        "currency": amount.currency if amount else reserve and BRL,
        "today": evaluation.today,
        "reserves": reserve and reserve[0],
        "reserved": reserve and reserve[1],
    }


_INSERT = (
    "insert into approval_request (id, company_id, command, path, subject, input, carried, amount, currency, today, plan, plan_hash, demands,"
    " maker_id, maker, two_factor, wide, reserves, reserved, expires_at) values (%(id)s, %(company)s, %(command)s, %(path)s::jsonb, %(subject)s,"
    " %(input)s::jsonb, %(carried)s::jsonb, %(amount)s, %(currency)s, %(today)s, %(plan)s::jsonb, %(hash)s, %(demands)s::jsonb, %(maker_id)s, %(maker)s,"
    " %(two_factor)s, %(wide)s, %(reserves)s, %(reserved)s, %(expires)s)"
)
