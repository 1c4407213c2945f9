"""Doing what was approved: as its maker, with what the maker may do now, and only if its effect is the one that was approved."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Literal

import msgspec

from retaguarda.approvals.gate import Rehearsed, except_itself, rehearsed
from retaguarda.approvals.model import EXECUTED, FAILED, STALE
from retaguarda.foundation.command import Command, Done, with_reason_and_changes
from retaguarda.foundation.database import Row, Scope, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.request import Principal, Request
from retaguarda.identity.person_access import Opened, principal_of

#: A Command by its name; made anew from what it carried when it was asked for.
ApprovableCommands = Mapping[str, Callable[[Mapping[str, str]], Command[Any]]]


@dataclass(frozen=True, slots=True)
class Outcome:
    state: Literal["executed", "failed", "stale"]
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Executor:
    commands: ApprovableCommands

    async def execute(self, tx: Tx, approval: Row, principal: Principal, request: Request) -> Outcome:
        """In the transaction of the last approval, whose scope it leaves as it was. ``who`` gave that approval."""
        async with scope_kept(tx):
            done = await self._as_maker(tx, approval, request)
        return await _written_down(tx, approval, done, principal, request)

    async def _as_maker(self, tx: Tx, approval: Row, request: Request) -> Done | Rehearsed | ApiError:
        """What was done; or another plan than the approved one, or what the Command refused, and then nothing was done."""
        make = self.commands.get(approval["command"])
        principal = await maker_of(tx, approval)
        if make is None or principal is None:
            return ApiError(409, "maker_gone", "whoever asked for it may not ask for it any more")
        command = make(approval["carried"])
        asked = replace(request, path_params=approval["path"], body=msgspec.json.encode(approval["input"]))
        await except_itself(tx, approval["id"])
        await tx.execute("savepoint execution")
        try:
            if command.permission is not None:
                principal.require(command.permission)
            body = asked.read(command.input)
            seen = await rehearsed(command, tx, principal, body, asked)
            if seen.plan.hash != approval["plan_hash"]:
                return seen
            return with_reason_and_changes(
                await command.apply(tx, principal, body, asked.path_params), body, seen.plan.changes
            )
        except ApiError as error:
            await tx.execute("rollback to savepoint execution")
            return error


@asynccontextmanager
async def scope_kept(tx: Tx) -> AsyncIterator[None]:
    """What happens inside may be in another scope; afterwards it is again the one of before."""
    scope = await tx.one(
        "select current_setting('retaguarda.companies') as companies, current_setting('retaguarda.person') as person"
    )
    yield
    await tx.execute(
        "select set_config('retaguarda.companies', %(companies)s, true), set_config('retaguarda.person', %(person)s, true)",
        scope,
    )


async def maker_of(tx: Tx, approval: Row) -> Principal | None:
    """Who asked, with what they may do now; the transaction is in their scope from here on. None: they are gone."""
    row = await tx.one("select * from actor_open(%(maker_id)s, %(company_id)s, %(two_factor)s)", approval)
    if row is None:
        return None
    if approval["wide"]:
        await tx.execute(Scope(tuple(row["companies"]), row["person_id"]).statement().decode())
    return principal_of(msgspec.convert(row, Opened), approval["id"], "")


async def _written_down(
    tx: Tx, approval: Row, done: Done | Rehearsed | ApiError, principal: Principal, request: Request
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
    elif isinstance(done, Rehearsed):
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
        data=told(approval) | ({"error": outcome.error} if outcome.error else {}),
    )
    return outcome


async def _move(tx: Tx, approval: Row, change: str, **values: Any) -> None:
    await tx.execute(
        f"update approval_request set {change} where id = %(id)s and state = 'awaiting'",
        {"id": approval["id"], **values},
    )


def told(approval: Row) -> dict[str, Any]:
    """What events tell of a request."""
    amount = {} if approval["amount"] is None else {"amount": approval["amount"]}
    return {"command": approval["command"], "maker": approval["maker"], **amount}
