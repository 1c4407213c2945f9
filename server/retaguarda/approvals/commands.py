"""Commands on an approval: approve, reject, decide alone in an emergency, delegate, edit and cancel."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

import msgspec

from retaguarda.approvals.amount_today import Kin
from retaguarda.approvals.approve_many import ApproveMany
from retaguarda.approvals.decide_request import approve, clean_comment, refuse_unless_open, reject, request_of
from retaguarda.approvals.delegate_request import DELEGATE, delegates_route
from retaguarda.approvals.edit_request import Edit, EditInput
from retaguarda.approvals.execute_request import Executor, event_data
from retaguarda.approvals.model import Decided
from retaguarda.approvals.tables import OF_REQUEST
from retaguarda.foundation.command import Command, Done, Nothing, command_route, run_request
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.money import Price
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Access, Principal, Request, Response, Route
from retaguarda.identity.proven_command import Shown, run_proven
from retaguarda.identity.second_step import SecondStep

#: The round whose plan the person has seen.
Round = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class ApproveInput(Shown, forbid_unknown_fields=True, kw_only=True):
    """``round``: of the plan that the person has seen; it does not approve any other. ``total``: typed by the person, where
    the Command asks for it."""

    total: Price | None = None
    comment: str | None = None
    round: Round = 1


class EmergencyInput(Shown, forbid_unknown_fields=True, kw_only=True):
    total: Price | None = None
    reason: str
    round: Round = 1


class RejectInput(msgspec.Struct, forbid_unknown_fields=True):
    reason: str


@dataclass(frozen=True, slots=True)
class Decisions:
    """Routes and Commands that decide over an approval."""

    access: Access
    second_step: SecondStep
    executor: Executor
    kin: Kin

    def routes(self) -> list[Route]:
        return [
            replace(command_route(self._approve(None, ""), self.access), handler=self.approve),
            replace(command_route(self._emergency(None, ""), self.access), handler=self.emergency),
            ApproveMany(self.access, self.second_step, self.executor).route(),
            replace(command_route(self._edit(None), self.access), handler=self.edit),
            delegates_route(self.access),
            command_route(DELEGATE, self.access),
            command_route(REJECT, self.access),
            command_route(CANCEL, self.access),
        ]

    async def approve(self, request: Request) -> Response:
        return await run_proven(
            partial(self._approve, request), self._may_approve, request, OF_REQUEST.over(self.access), self.second_step
        )

    async def emergency(self, request: Request) -> Response:
        return await run_proven(
            partial(self._emergency, request), self._may_alone, request, OF_REQUEST.over(self.access), self.second_step
        )

    async def edit(self, request: Request) -> Response:
        return await run_request(self._edit(request), request, OF_REQUEST.over(self.access))

    async def _may_approve(self, tx: Tx, principal: Principal, given: ApproveInput, path: Mapping[str, str]) -> None:
        clean_comment("comment", given.comment, required=False)
        approval = await request_of(tx, principal, path_id(path))
        await refuse_unless_open(tx, approval, principal, seen=given.round)
        await self.executor.refuse_unready(tx, approval, principal, given.total)

    async def _may_alone(self, tx: Tx, principal: Principal, given: EmergencyInput, path: Mapping[str, str]) -> None:
        clean_comment("reason", given.reason, required=True)
        approval = await request_of(tx, principal, path_id(path))
        await refuse_unless_open(tx, approval, principal, seen=given.round, alone=True)
        await self.executor.refuse_unready(tx, approval, principal, given.total)

    def _edit(self, request: Request | None) -> Command[EditInput]:
        return Edit(self.executor.commands, self.kin, request).command()

    def _approve(self, request: Request | None, factor: str) -> Command[ApproveInput]:
        """Build the Command of one request whose second factor was accepted; its event names the request's origin."""

        async def apply(tx: Tx, principal: Principal, given: ApproveInput, path: Mapping[str, str]) -> Done:
            assert request is not None
            comment = clean_comment("comment", given.comment, required=False)
            approval = await request_of(tx, principal, path_id(path))
            await refuse_unless_open(tx, approval, principal, seen=given.round)
            await self.executor.refuse_unready(tx, approval, principal, given.total)
            decided = await approve(tx, approval, principal, request, self.executor, factor, reason=comment)
            return Done(path["id"], decided, event_data(approval))

        return _on_request("approve", "Approve a request; with the last approval it is done", ApproveInput, apply)

    def _emergency(self, request: Request | None, factor: str) -> Command[EmergencyInput]:
        async def apply(tx: Tx, principal: Principal, given: EmergencyInput, path: Mapping[str, str]) -> Done:
            assert request is not None
            reason = clean_comment("reason", given.reason, required=True)
            approval = await request_of(tx, principal, path_id(path))
            await refuse_unless_open(tx, approval, principal, seen=given.round, alone=True)
            await self.executor.refuse_unready(tx, approval, principal, given.total)
            decided = await approve(
                tx, approval, principal, request, self.executor, factor, reason=reason, kind="emergency"
            )
            return Done(path["id"], decided, event_data(approval) | {"reason": reason})

        return _on_request("emergency", "Have a request done at once, and everybody told", EmergencyInput, apply)


def _on_request(action: str, summary: str, input_type: type[Any], apply: Any) -> Command[Any]:
    return Command(
        name=f"approvals:request:{action}",
        method="POST",
        path=f"/v1/approvals/{{id:str}}/{action}",
        summary=summary,
        permission=Permission.APPROVALS_DECIDE,
        scope=OF_REQUEST,
        input=input_type,
        answers=Decided,
        apply=apply,
    )


async def _reject(tx: Tx, principal: Principal, given: RejectInput, path: Mapping[str, str]) -> Done:
    reason = clean_comment("reason", given.reason, required=True)
    assert reason is not None
    approval = await request_of(tx, principal, path_id(path))
    await refuse_unless_open(tx, approval, principal)
    return Done(path["id"], await reject(tx, approval, principal, reason), event_data(approval) | {"reason": reason})


async def _cancel(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    approval = await request_of(tx, principal, path_id(path))
    if principal.person_id not in approval["makers"]:
        raise ApiError(403, "only_the_maker", "whoever asked for it takes it back; you may reject it")
    if approval["state"] != "awaiting":
        raise ApiError(409, "approval_closed", f"this request is {approval['state']}")
    await tx.execute(
        "update approval_request set state = 'cancelled' where id = %(id)s and state = 'awaiting'", approval
    )
    return Done(
        path["id"], Decided(id=approval["id"], status="cancelled", stale=False, error=None), event_data(approval)
    )


REJECT = _on_request("reject", "Reject a request, and say why", RejectInput, _reject)
CANCEL = replace(
    _on_request("cancel", "Take back what you asked for", Nothing, _cancel), permission=Permission.COMPANIES_READ
)
