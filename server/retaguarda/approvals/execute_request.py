"""Execute an approved Command as its maker, with the maker's present permissions, and only if its effect is still the
approved one."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from retaguarda.approvals.gate import Rehearsal, ignore_own_reservation, rehearse_command
from retaguarda.approvals.model import EXECUTED, FAILED, STALE
from retaguarda.foundation.command import Command, Done, with_reason_and_changes
from retaguarda.foundation.database import Row, Scope, Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.events import record
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import Price
from retaguarda.foundation.request import Intent, Origin, Principal, Request, read_input
from retaguarda.identity.person_access import Opened, principal_of

#: Build a Command by its name, from what it carried when it was requested.
ApprovableCommands = Mapping[str, Callable[[Mapping[str, str]], Command[Any]]]


@dataclass(frozen=True, slots=True)
class Outcome:
    state: Literal["executed", "failed", "stale"]
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Executor:
    commands: ApprovableCommands

    def _command(self, approval: Row) -> Command[Any] | None:
        build = self.commands.get(approval["command"])
        return build(approval["carried"]) if build else None

    def typed_amount(self, approval: Row) -> int | None:
        """Return the amount, in minor units, that an approver of this request types by themselves; None: none."""
        command = self._command(approval)
        typed = command.typed if command else ""
        return approval["input"][typed]["amount"] if typed else None

    async def refuse_unready(self, tx: Tx, approval: Row, principal: Principal, given: Price | None) -> None:
        """
        Args:
            given: the total that the approver typed.

        Raises:
            ApiError: 400 ``total``; what the Command refuses whoever has not looked at it.
        """
        wanted = self.typed_amount(approval)
        if wanted is not None and (given is None or given.amount != wanted):
            raise invalid_field("total", "total_wrong", "type the total that would leave, as the plan says it")
        command = self._command(approval)
        if command is not None and command.ready is not None:
            await command.ready(tx, principal, approval["path"])

    async def execute(self, tx: Tx, approval: Row, principal: Principal, request: Request) -> Outcome:
        """Execute in the transaction of the last approval and restore its scope. ``principal`` gave that approval."""
        async with scope_restored(tx):
            done = await self._as_maker(tx, approval, request.origin)
        return await _record_outcome(tx, approval, done, principal, request)

    async def _as_maker(self, tx: Tx, approval: Row, origin: Origin) -> Done | Rehearsal | ApiError:
        """Run the Command as its maker. Return Done; or the new plan when it differs from the approved one, or the
        refusal: then nothing was done."""
        command = self._command(approval)
        principal = await maker_of(tx, approval)
        if command is None or principal is None:
            return ApiError(409, "maker_gone", "whoever asked for it may not ask for it any more")
        await ignore_own_reservation(tx, approval["id"])
        await tx.execute("savepoint execution")
        try:
            if command.permission is not None:
                principal.require(command.permission)
            given = read_input(msgspec.json.encode(approval["input"]), command.input)
            rehearsal = await rehearse_command(command, tx, principal, Intent(given, approval["path"], origin))
            if rehearsal.plan.hash != approval["plan_hash"]:
                return rehearsal
            return with_reason_and_changes(
                await command.apply(tx, principal, given, approval["path"]), given, rehearsal.plan.changes
            )
        except ApiError as error:
            await tx.execute("rollback to savepoint execution")
            return error


@asynccontextmanager
async def scope_restored(tx: Tx) -> AsyncIterator[None]:
    """Restore the transaction's scope afterwards, whatever the body sets."""
    scope = await tx.one(
        "select current_setting('retaguarda.companies') as companies, current_setting('retaguarda.person') as person"
    )
    yield
    await tx.execute(
        "select set_config('retaguarda.companies', %(companies)s, true), set_config('retaguarda.person', %(person)s, true)",
        scope,
    )


async def maker_of(tx: Tx, approval: Row) -> Principal | None:
    """Open the maker's scope in this transaction, with the maker's present permissions. None: the maker is gone."""
    row = await tx.one("select * from actor_open(%(maker_id)s, %(company_id)s, %(two_factor)s)", approval)
    if row is None:
        return None
    if approval["wide"]:
        await tx.execute(Scope(tuple(row["companies"]), row["person_id"]).statement().decode())
    return principal_of(msgspec.convert(row, Opened), approval["id"], "")


async def _record_outcome(
    tx: Tx, approval: Row, done: Done | Rehearsal | ApiError, principal: Principal, request: Request
) -> Outcome:
    if isinstance(done, Done):
        await record(
            tx,
            approval["command"],
            company=approval["company_id"],
            subject=done.subject,
            actor=approval["maker"],
            person=approval["maker_id"],
            request=request,
            data={**done.data, "approval": str(approval["id"])},
        )
        await _move(tx, approval, "state = 'executed', result = %(result)s::jsonb", result=json_text(done.result))
        outcome, event = Outcome("executed"), EXECUTED
    elif isinstance(done, Rehearsal):
        await _move(
            tx,
            approval,
            "round = round + 1, plan = %(plan)s::jsonb, plan_hash = %(hash)s, planned_at = now(),"
            " reserves = %(reserves)s, reserved = %(reserved)s",
            plan=json_text(done.plan),
            hash=done.plan.hash,
            reserves=done.reserve and done.reserve[0],
            reserved=done.reserve and done.reserve[1],
        )
        outcome, event = Outcome("stale"), STALE
    else:
        error = done.message if isinstance(done.message, str) else ", ".join(done.message)
        await _move(tx, approval, "state = 'failed', error = %(error)s", error=error[:200])
        outcome, event = Outcome("failed", error), FAILED
    await record(
        tx,
        event,
        company=approval["company_id"],
        subject=str(approval["id"]),
        actor=principal.email,
        person=principal.person_id,
        request=request,
        data=event_data(approval) | ({"error": outcome.error} if outcome.error else {}),
    )
    return outcome


async def _move(tx: Tx, approval: Row, change: str, **values: Any) -> None:
    await tx.execute(
        f"update approval_request set {change} where id = %(id)s and state = 'awaiting'",
        {"id": approval["id"], **values},
    )


def event_data(approval: Row) -> dict[str, Any]:
    """Return the event data of an approval."""
    amount = {} if approval["amount"] is None else {"amount": approval["amount"]}
    return {"command": approval["command"], "maker": approval["maker"], **amount}
