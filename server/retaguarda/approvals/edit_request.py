"""Whoever asked changes what they asked for: the plan is made anew, and every approval so far is void."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import msgspec

from retaguarda.approvals.amount_today import Kin
from retaguarda.approvals.decide_request import request_of
from retaguarda.approvals.execute_request import ApprovableCommands, maker_of, scope_kept, told
from retaguarda.approvals.gate import Weighed, as_read, except_itself, rehearsed, weigh
from retaguarda.approvals.model import Decided, Demand, EditMade
from retaguarda.approvals.tables import OF_REQUEST
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import Change, changes
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.ledger.plan import CommandPlan


class EditInput(msgspec.Struct, forbid_unknown_fields=True):
    """``input``: the body of the Command that was asked for, whole. What is wrong in it is named as the Command names it."""

    input: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit, in the call that asks for it."""

    commands: ApprovableCommands
    kin: Kin
    request: Request | None

    def command(self) -> Command[EditInput]:
        return Command(
            name="approvals:request:edit",
            method="PUT",
            path="/v1/approvals/{id:str}/input",
            summary="Change what you asked for; every approval so far is void",
            permission=Permission.COMPANIES_READ,
            scope=OF_REQUEST,
            input=EditInput,
            answers=Decided,
            apply=self._apply,
            keyed=False,
        )

    async def _apply(self, tx: Tx, principal: Principal, given: EditInput, path: Mapping[str, str]) -> Done:
        """
        Raises:
            ApiError: 403 ``only_the_maker``; 409 ``approval_closed``, ``approval_expired``, ``approval_unchanged``; and
                whatever the Command refuses.
        """
        assert self.request is not None
        approval = await request_of(tx, principal, uuid_of(path["id"]))
        await _refuse_unless_editable(tx, approval, principal)
        make = self.commands.get(approval["command"])
        if make is None:
            raise ApiError(409, "maker_gone", "this can not be asked for any more")
        command = make(approval["carried"])
        asked = replace(self.request, path_params=approval["path"], body=msgspec.json.encode(given.input))
        body = asked.read(command.input)
        after = msgspec.json.decode(as_read(body))
        if after == approval["input"]:
            raise ApiError(409, "approval_unchanged", "this is what was asked for already")
        # With what this session was opened with: an edit without a second factor asks for nothing that needs one.
        two_factor = Permission.TWO_FACTOR in principal.permissions
        async with scope_kept(tx):
            weighed = await _weighed(command, tx, approval | {"two_factor": two_factor}, body, asked, self.kin)
        made = _made(approval, after, weighed.plan)
        await tx.execute(_UPDATE, _values(approval, weighed, two_factor) | {"edit": json_text([made])})
        fields = sorted(name for name in {*after, *approval["input"]} if after.get(name) != approval["input"].get(name))
        result = Decided(id=approval["id"], status="awaiting", stale=False, error=None)
        return Done(path["id"], result, told(approval | {"amount": weighed.amount}) | {"fields": fields})


def _made(approval: Row, after: Mapping[str, Any], plan: CommandPlan) -> EditMade:
    """What is another, in the names that the plans tell; and of the input what no plan tells."""
    was = {fact.field: fact.value for fact in msgspec.convert(approval["plan"], CommandPlan).facts}
    now = {fact.field: fact.value for fact in plan.facts}
    told = {*was, *now}
    before_input = {name: value for name, value in _leaves(approval["input"]) if name.partition(".")[0] not in told}
    after_input = {name: value for name, value in _leaves(after) if name.partition(".")[0] not in told}
    return EditMade(
        at=datetime.now(UTC),
        round=approval["round"] + 1,
        facts=_both_ways(was, now),
        changes=_both_ways(before_input, after_input),
    )


def _both_ways(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """What is only there afterwards, too."""
    return changes({**dict.fromkeys(after), **before}, after)


def _leaves(given: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """``account.branch`` → its value; a sum of money is one value."""
    for name, value in given.items():
        if isinstance(value, dict) and "currency" not in value:
            yield from _leaves(value, f"{prefix}{name}.")
        elif isinstance(value, dict):
            yield f"{prefix}{name}", Money(value["amount"], value["currency"])
        elif isinstance(value, list):
            yield f"{prefix}{name}", ", ".join(map(str, value))
        else:
            yield f"{prefix}{name}", value


async def _refuse_unless_editable(tx: Tx, approval: Row, principal: Principal) -> None:
    if principal.person_id != approval["maker_id"]:
        raise ApiError(403, "only_the_maker", "whoever asked for it changes it; you may reject it")
    if approval["state"] != "awaiting":
        raise ApiError(409, "approval_closed", f"this request is {approval['state']}")
    if await tx.value("select %(expires_at)s <= now()", approval):
        raise ApiError(409, "approval_expired", "the time for this request is over")


async def _weighed(command: Command[Any], tx: Tx, approval: Row, body: Any, asked: Request, kin: Kin) -> Weighed:
    """What the policies of now demand. Where none does any more, what was demanded before: somebody still looks at it."""
    maker = await maker_of(tx, approval)
    if maker is None:
        raise ApiError(409, "maker_gone", "whoever asked for it may not ask for it any more")
    if command.permission is not None:
        maker.require(command.permission)
    if (weighed := await weigh(command, asked, tx, maker, body, kin, approval["id"])) is not None:
        return weighed
    given = as_read(body)
    await except_itself(tx, approval["id"])
    seen = await rehearsed(command, tx, maker, body, replace(asked, body=given))
    demands = msgspec.convert(approval["demands"], list[Demand])
    return Weighed(given, seen.plan, seen.amount, None, demands, 0, False, seen.reserve)


def _values(approval: Row, weighed: Weighed, two_factor: bool) -> dict[str, Any]:
    return {
        "id": approval["id"],
        "input": weighed.given.decode(),
        "amount": weighed.amount,
        "today": weighed.today,
        "plan": json_text(weighed.plan),
        "hash": weighed.plan.hash,
        "demands": json_text(weighed.demands),
        "two_factor": two_factor,
        "reserves": weighed.reserve and weighed.reserve[0],
        "reserved": weighed.reserve and weighed.reserve[1],
    }


_UPDATE = (
    "update approval_request set input = %(input)s::jsonb, amount = %(amount)s, today = %(today)s, plan = %(plan)s::jsonb, plan_hash = %(hash)s,"
    " demands = %(demands)s::jsonb, two_factor = %(two_factor)s, reserves = %(reserves)s, reserved = %(reserved)s, round = round + 1, planned_at = now(),"
    " edits = edits || %(edit)s::jsonb"
    " where id = %(id)s and state = 'awaiting'"
)
