"""Many requests approved with one code, each in a transaction of its own: one that is refused or fails does not keep the others.

What was shown is kept under the call's key, and under a key made from it what became of each request. So whoever lost the
answer, or whose call broke off in the middle, sends the same again, is asked for no fresh code, and hears the same.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

import msgspec

from retaguarda.approvals.decide_request import approve, refuse_unless_open, request_of, worded
from retaguarda.approvals.execute_request import Executor, told
from retaguarda.approvals.model import Decided, DecidedMany, NotDecided
from retaguarda.approvals.tables import OF_REQUEST
from retaguarda.foundation.command import Command, Done, command_route, digest_of, replay, run
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import NEW
from retaguarda.identity.proven_command import Shown, run_shown
from retaguarda.identity.second_step import SecondStep

MOST_AT_ONCE = 50


class ApproveManyInput(Shown, forbid_unknown_fields=True, kw_only=True):
    """Of what was asked again, each is looked at alone: here only first plans are approved."""

    ids: Annotated[
        list[Annotated[str, msgspec.Meta(min_length=1, max_length=36)]],
        msgspec.Meta(min_length=1, max_length=MOST_AT_ONCE),
    ]
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class Many:
    """``NEW``: the key of the call is kept under the chosen merchant, else under the caller's own company."""

    access: Access
    second_step: SecondStep
    executor: Executor

    def route(self) -> Route:
        return replace(command_route(self._begin(""), self.access), handler=self.handle, answers=DecidedMany)

    async def handle(self, request: Request) -> Response:
        begun = await run_shown(self._begin, _worded, request, NEW.over(self.access), self.second_step)
        one_by_one = self._one(request, msgspec.json.decode(begun.body, type=str))
        said = DecidedMany([], [])
        for number in dict.fromkeys(request.read(ApproveManyInput).ids):
            given = await self._said(one_by_one, _about(request, number), number)
            (said.decided if isinstance(given, Decided) else said.refused).append(given)  # type: ignore[arg-type]
        return json_response(said, headers=begun.headers)

    def _begin(self, factor: str) -> Command[ApproveManyInput]:
        """Keeps under the call's key that a factor was accepted; the answer is which kind it was."""

        async def apply(tx: Tx, principal: Principal, given: ApproveManyInput, path: Mapping[str, str]) -> Done:
            return Done(str(principal.person_id), factor, {"requests": len(set(given.ids))})

        return Command(
            name="approvals:person:approve_many",
            method="POST",
            path="/v1/approvals/approve",
            summary="Approve many requests with one code",
            permission=Permission.APPROVALS_DECIDE,
            scope=NEW,
            input=ApproveManyInput,
            answers=str,
            apply=apply,
        )

    def _one(self, request: Request, factor: str) -> Command[ApproveManyInput]:
        async def apply(tx: Tx, principal: Principal, given: ApproveManyInput, path: Mapping[str, str]) -> Done:
            comment = worded("comment", given.comment, required=False)
            approval = await request_of(tx, principal, uuid_of(path["id"]))
            await refuse_unless_open(tx, approval, principal, seen=1)
            decided = await approve(tx, approval, principal, request, self.executor, factor, reason=comment)
            return Done(path["id"], decided, told(approval))

        return Command(
            name="approvals:request:approve",
            method="POST",
            path="/v1/approvals/{id:str}/approve",
            summary="Approve one of many",
            permission=Permission.APPROVALS_DECIDE,
            scope=OF_REQUEST,
            input=ApproveManyInput,
            answers=Decided,
            apply=apply,
        )

    async def _said(self, command: Command[ApproveManyInput], request: Request, number: str) -> Decided | NotDecided:
        try:
            done = await run(command, request, OF_REQUEST.over(self.access))
        except ApiError as error:
            # Then nothing is known of it yet: the whole call is to be sent again.
            if error.status == 401 or error.message == "idempotency_in_flight":
                raise
            key = error.message if isinstance(error.message, str) else ", ".join(error.message)
            done = await self._refusal(command, request, NotDecided(number, key, error.error))
        return msgspec.json.decode(done.body, type=Decided if done.status == command.status else NotDecided)

    async def _refusal(self, command: Command[ApproveManyInput], request: Request, refused: NotDecided) -> Response:
        """Kept as well, or the same call would be told another thing when others have decided meanwhile."""
        digest, key = digest_of(command, request), request.headers["idempotency-key"]
        body = msgspec.json.encode(refused)
        try:
            async with OF_REQUEST.over(self.access).open_under_key(request, command.permission, key) as (
                tx,
                principal,
                first,
            ):
                if first is not None:
                    return replay(first, digest)
                await tx.execute(
                    "insert into idempotency (company_id, person_id, key, command, request_hash, status, body)"
                    " values (%(company)s, %(person)s, %(key)s, %(command)s, %(hash)s, 409, %(body)s)",
                    {
                        "company": principal.chosen(),
                        "person": principal.person_id,
                        "key": key,
                        "command": command.name,
                        "hash": digest,
                        "body": body,
                    },
                )
        except ApiError as error:
            if error.status != 404:
                raise
        return Response(body, 409)


async def _worded(tx: Tx, principal: Principal, given: ApproveManyInput, path: Mapping[str, str]) -> None:
    worded("comment", given.comment, required=False)


def _about(request: Request, number: str) -> Request:
    """The call as if it were about this request alone, under a key of its own."""
    key = hashlib.sha256(f"{request.headers['idempotency-key']}:{number}".encode()).hexdigest()
    return replace(request, path_params={"id": number}, headers={**request.headers, "idempotency-key": key})
