"""Doing what was approved: as its maker, with what the maker may do now, and only if its effect is the one that was approved."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Literal

import msgspec

from retaguarda.approvals.gate import Rehearsed, except_itself, rehearsed
from retaguarda.approvals.model import EXECUTED, FAILED, STALE
from retaguarda.foundation.call import Call, Who
from retaguarda.foundation.command import Command, Done, telling
from retaguarda.foundation.database import Row, Scope, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.jsontext import json_text
from retaguarda.identity.door import Opened, who_of

#: A Command by its name; made anew from what it carried when it was asked for.
Commands = Mapping[str, Callable[[Mapping[str, str]], Command[Any]]]


@dataclass(frozen=True, slots=True)
class Outcome:
    state: Literal["executed", "failed", "stale"]
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Executor:
    commands: Commands

    async def execute(self, tx: Tx, request: Row, who: Who, call: Call) -> Outcome:
        """In the transaction of the last approval, whose scope it leaves as it was. ``who`` gave that approval."""
        async with scope_kept(tx):
            done = await self._as_maker(tx, request, call)
        return await _written_down(tx, request, done, who, call)

    async def _as_maker(self, tx: Tx, request: Row, call: Call) -> Done | Rehearsed | ApiError:
        """What was done; or another plan than the approved one, or what the Command refused, and then nothing was done."""
        make = self.commands.get(request["command"])
        who = await maker_of(tx, request)
        if make is None or who is None:
            return ApiError(409, "maker_gone", "whoever asked for it may not ask for it any more")
        command = make(request["carried"])
        asked = replace(call, path_params=request["path"], body=msgspec.json.encode(request["input"]))
        await except_itself(tx, request["id"])
        await tx.execute("savepoint execution")
        try:
            if command.permission is not None:
                who.require(command.permission)
            body = asked.read(command.input)
            seen = await rehearsed(command, tx, who, body, asked)
            if seen.plan.hash != request["plan_hash"]:
                return seen
            return telling(await command.apply(tx, who, body, asked.path_params), body, seen.plan.changes)
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


async def maker_of(tx: Tx, request: Row) -> Who | None:
    """Who asked, with what they may do now; the transaction is in their scope from here on. None: they are gone."""
    row = await tx.one("select * from actor_open(%(maker_id)s, %(company_id)s, %(two_factor)s)", request)
    if row is None:
        return None
    if request["wide"]:
        await tx.execute(Scope(tuple(row["companies"]), row["person_id"]).statement().decode())
    return who_of(msgspec.convert(row, Opened), request["id"], "")


async def _written_down(tx: Tx, request: Row, done: Done | Rehearsed | ApiError, who: Who, call: Call) -> Outcome:
    if isinstance(done, Done):
        await record(
            tx,
            request["command"],
            company=request["company_id"],
            subject=done.subject,
            actor=request["maker"],
            person=request["maker_id"],
            call=call,
            data={**done.data, "approval": str(request["id"])},
        )
        await _move(tx, request, "state = 'executed', result = %(result)s::jsonb", result=json_text(done.result))
        outcome, event = Outcome("executed"), EXECUTED
    elif isinstance(done, Rehearsed):
        await _move(
            tx,
            request,
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
        await _move(tx, request, "state = 'failed', error = %(error)s", error=error[:200])
        outcome, event = Outcome("failed", error), FAILED
    await record(
        tx,
        event,
        company=request["company_id"],
        subject=str(request["id"]),
        actor=who.email,
        person=who.person_id,
        call=call,
        data=told(request) | ({"error": outcome.error} if outcome.error else {}),
    )
    return outcome


async def _move(tx: Tx, request: Row, change: str, **values: Any) -> None:
    await tx.execute(
        f"update approval_request set {change} where id = %(id)s and state = 'awaiting'",
        {"id": request["id"], **values},
    )


def told(request: Row) -> dict[str, Any]:
    """What events tell of a request."""
    amount = {} if request["amount"] is None else {"amount": request["amount"]}
    return {"command": request["command"], "maker": request["maker"], **amount}
