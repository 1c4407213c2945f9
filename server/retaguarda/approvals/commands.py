"""What can be done with a request: approve, reject, decide alone in an emergency, hand it to another, edit, and take back."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

import msgspec

from retaguarda.approvals.deciding import approve, refuse_unless_open, reject, request_of, worded
from retaguarda.approvals.delegating import DELEGATE, delegates_route
from retaguarda.approvals.editing import Edit, EditInput
from retaguarda.approvals.executing import Executor, told
from retaguarda.approvals.many import Many
from retaguarda.approvals.model import Decided
from retaguarda.approvals.today import Kin
from retaguarda.foundation.call import Answer, Call, Door, Route, Who
from retaguarda.foundation.command import Command, Done, Nothing, command_route, run
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.identity.secondstep import SecondStep
from retaguarda.identity.shown import Shown, run_shown

#: The round of the request whose plan the person has seen.
Round = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class ApproveInput(Shown, forbid_unknown_fields=True, kw_only=True):
    """``round``: of the plan that was seen; another one is not approved with it."""

    comment: str | None = None
    round: Round = 1


class EmergencyInput(Shown, forbid_unknown_fields=True, kw_only=True):
    reason: str
    round: Round = 1


class RejectInput(msgspec.Struct, forbid_unknown_fields=True):
    reason: str


@dataclass(frozen=True, slots=True)
class Decisions:
    """
    Args:
        door: opens on the company of the request that the path names.
        own: opens on the chosen merchant, else on the caller's own company.
    """

    door: Door
    own: Door
    second_step: SecondStep
    executor: Executor
    kin: Kin

    def routes(self) -> list[Route]:
        return [
            replace(command_route(self._approve(None, ""), self.door), handler=self.approve),
            replace(command_route(self._emergency(None, ""), self.door), handler=self.emergency),
            Many(self.door, self.own, self.second_step, self.executor).route(),
            replace(command_route(self._edit(None), self.door), handler=self.edit),
            delegates_route(self.door),
            command_route(DELEGATE, self.door),
            command_route(REJECT, self.door),
            command_route(CANCEL, self.door),
        ]

    async def approve(self, call: Call) -> Answer:
        return await run_shown(partial(self._approve, call), _may_approve, call, self.door, self.second_step)

    async def emergency(self, call: Call) -> Answer:
        return await run_shown(partial(self._emergency, call), _may_alone, call, self.door, self.second_step)

    async def edit(self, call: Call) -> Answer:
        return await run(self._edit(call), call, self.door)

    def _edit(self, call: Call | None) -> Command[EditInput]:
        return Edit(self.executor.commands, self.kin, call).command()

    def _approve(self, call: Call | None, factor: str) -> Command[ApproveInput]:
        """Of one call, whose factor of this kind was accepted: what is done is told with where it comes from."""

        async def apply(tx: Tx, who: Who, given: ApproveInput, path: Mapping[str, str]) -> Done:
            assert call is not None
            comment = worded("comment", given.comment, required=False)
            request = await request_of(tx, who, uuid_of(path["id"]))
            await refuse_unless_open(tx, request, who, seen=given.round)
            decided = await approve(tx, request, who, call, self.executor, factor, reason=comment)
            return Done(path["id"], decided, told(request))

        return _on_request("approve", "Approve a request; with the last approval it is done", ApproveInput, apply)

    def _emergency(self, call: Call | None, factor: str) -> Command[EmergencyInput]:
        async def apply(tx: Tx, who: Who, given: EmergencyInput, path: Mapping[str, str]) -> Done:
            assert call is not None
            reason = worded("reason", given.reason, required=True)
            request = await request_of(tx, who, uuid_of(path["id"]))
            await refuse_unless_open(tx, request, who, seen=given.round, alone=True)
            decided = await approve(tx, request, who, call, self.executor, factor, reason=reason, kind="emergency")
            return Done(path["id"], decided, told(request) | {"reason": reason})

        return _on_request("emergency", "Have a request done at once, and everybody told", EmergencyInput, apply)


async def _may_approve(tx: Tx, who: Who, given: ApproveInput, path: Mapping[str, str]) -> None:
    worded("comment", given.comment, required=False)
    await refuse_unless_open(tx, await request_of(tx, who, uuid_of(path["id"])), who, seen=given.round)


async def _may_alone(tx: Tx, who: Who, given: EmergencyInput, path: Mapping[str, str]) -> None:
    worded("reason", given.reason, required=True)
    await refuse_unless_open(tx, await request_of(tx, who, uuid_of(path["id"])), who, seen=given.round, alone=True)


def _on_request(action: str, summary: str, shape: type[Any], apply: Any) -> Command[Any]:
    return Command(
        name=f"approvals:request:{action}",
        method="POST",
        path=f"/v1/approvals/{{id:str}}/{action}",
        summary=summary,
        permission=Permission.APPROVALS_DECIDE,
        input=shape,
        answers=Decided,
        apply=apply,
    )


async def _reject(tx: Tx, who: Who, given: RejectInput, path: Mapping[str, str]) -> Done:
    reason = worded("reason", given.reason, required=True)
    assert reason is not None
    request = await request_of(tx, who, uuid_of(path["id"]))
    await refuse_unless_open(tx, request, who)
    return Done(path["id"], await reject(tx, request, who, reason), told(request) | {"reason": reason})


async def _cancel(tx: Tx, who: Who, given: Nothing, path: Mapping[str, str]) -> Done:
    request = await request_of(tx, who, uuid_of(path["id"]))
    if who.person_id not in request["makers"]:
        raise ApiError(403, "only_the_maker", "whoever asked for it takes it back; you may reject it")
    if request["state"] != "awaiting":
        raise ApiError(409, "approval_closed", f"this request is {request['state']}")
    await tx.execute(
        "update approval_request set state = 'cancelled' where id = %(id)s and state = 'awaiting'", request
    )
    return Done(path["id"], Decided(id=request["id"], status="cancelled", stale=False, error=None), told(request))


REJECT = _on_request("reject", "Reject a request, and say why", RejectInput, _reject)
CANCEL = replace(
    _on_request("cancel", "Take back what you asked for", Nothing, _cancel), permission=Permission.COMPANIES_READ
)
