"""Edit what an approval requests: the maker's new input is planned again, and all approvals given so far are void."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec

from retaguarda.approvals.amount_today import Kin
from retaguarda.approvals.decide_request import request_of
from retaguarda.approvals.execute_request import ApprovableCommands, event_data, maker_of, scope_restored
from retaguarda.approvals.gate import (
    Evaluation,
    amount_columns,
    encode_input,
    evaluate_policies,
    ignore_own_reservation,
    rehearse_command,
)
from retaguarda.approvals.model import Decided, Demand, EditMade
from retaguarda.approvals.tables import OF_REQUEST
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import Change, changes
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Intent, Principal, Request, read_input
from retaguarda.ledger.plan import CommandPlan


class EditInput(msgspec.Struct, forbid_unknown_fields=True):
    """``input``: the complete body of the Command. Errors in it are named as the Command names them."""

    input: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit, bound to the HTTP request that asks for it."""

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
        """Plan the new input and start the next round.

        Raises:
            ApiError: 403 ``only_the_maker``; 409 ``approval_closed``, ``approval_expired``, ``approval_unchanged``; and
                whatever the Command refuses.
        """
        assert self.request is not None
        approval = await request_of(tx, principal, path_id(path))
        await _refuse_unless_editable(tx, approval, principal)
        build = self.commands.get(approval["command"])
        if build is None:
            raise ApiError(409, "maker_gone", "this can not be asked for any more")
        command = build(approval["carried"])
        edited = read_input(msgspec.json.encode(given.input), command.input)
        intent = Intent(edited, approval["path"], self.request.origin)
        after = msgspec.json.decode(encode_input(edited))
        if after == approval["input"]:
            raise ApiError(409, "approval_unchanged", "this is what was asked for already")
        # Use this session's second factor: an edit without one must not request what needs one.
        two_factor = Permission.TWO_FACTOR in principal.permissions
        async with scope_restored(tx):
            evaluation = await _evaluate(command, tx, approval | {"two_factor": two_factor}, intent, self.kin)
        edit_made = _edit_made(approval, after, evaluation.plan)
        await tx.execute(_UPDATE, _values(approval, evaluation, two_factor) | {"edit": json_text([edit_made])})
        fields = sorted(name for name in {*after, *approval["input"]} if after.get(name) != approval["input"].get(name))
        result = Decided(id=approval["id"], status="awaiting", stale=False, error=None)
        return Done(path["id"], result, event_data(approval | amount_columns(evaluation)) | {"fields": fields})


def _edit_made(approval: Row, after: Mapping[str, Any], plan: CommandPlan) -> EditMade:
    """Compare the two plans by their facts, and the inputs by the fields that no plan shows."""
    facts_before = {fact.field: fact.value for fact in msgspec.convert(approval["plan"], CommandPlan).facts}
    facts_after = {fact.field: fact.value for fact in plan.facts}
    in_plans = {*facts_before, *facts_after}
    before_input = {name: value for name, value in _leaves(approval["input"]) if name.partition(".")[0] not in in_plans}
    after_input = {name: value for name, value in _leaves(after) if name.partition(".")[0] not in in_plans}
    return EditMade(
        at=datetime.now(UTC),
        round=approval["round"] + 1,
        facts=_changes_both_ways(facts_before, facts_after),
        changes=_changes_both_ways(before_input, after_input),
    )


def _changes_both_ways(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """Compare both ways, so that added fields appear too."""
    return changes({**dict.fromkeys(after), **before}, after)


def _leaves(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Flatten the input: ``account.branch`` → its value; an amount of money is one value."""
    for name, value in tree.items():
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


async def _evaluate(command: Command[Any], tx: Tx, approval: Row, intent: Intent, kin: Kin) -> Evaluation:
    """Return what today's policies demand of the new input. If none does any more, keep the earlier demands: somebody
    must still review it."""
    maker = await maker_of(tx, approval)
    if maker is None:
        raise ApiError(409, "maker_gone", "whoever asked for it may not ask for it any more")
    if command.permission is not None:
        maker.require(command.permission)
    if (evaluation := await evaluate_policies(command, intent, tx, maker, kin, approval["id"])) is not None:
        return evaluation
    await ignore_own_reservation(tx, approval["id"])
    rehearsal = await rehearse_command(command, tx, maker, intent)
    demands = msgspec.convert(approval["demands"], list[Demand])
    return Evaluation(
        encode_input(intent.input), rehearsal.plan, rehearsal.amount, None, demands, 0, False, rehearsal.reserve
    )


def _values(approval: Row, evaluation: Evaluation, two_factor: bool) -> dict[str, Any]:
    return {
        "id": approval["id"],
        "input": evaluation.given.decode(),
        **amount_columns(evaluation),
        "plan": json_text(evaluation.plan),
        "hash": evaluation.plan.hash,
        "demands": json_text(evaluation.demands),
        "two_factor": two_factor,
    }


_UPDATE = (
    "update approval_request set input = %(input)s::jsonb, amount = %(amount)s, currency = %(currency)s, today = %(today)s, plan = %(plan)s::jsonb, plan_hash = %(hash)s,"
    " demands = %(demands)s::jsonb, two_factor = %(two_factor)s, reserves = %(reserves)s, reserved = %(reserved)s, round = round + 1, planned_at = now(),"
    " edits = edits || %(edit)s::jsonb"
    " where id = %(id)s and state = 'awaiting'"
)
