"""Approve many requests with one code, each in its own transaction: one refusal or failure does not stop the others.

Keep the accepted factor under the request's idempotency key, and each outcome under a key derived from it. A caller who
lost the response, or whose request broke off, repeats it without a fresh code and gets the same response.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

import msgspec

from retaguarda.approvals.decide_request import approve, clean_comment, refuse_unless_open, request_of
from retaguarda.approvals.execute_request import Executor, event_data
from retaguarda.approvals.model import Decided, DecidedMany, NotDecided
from retaguarda.approvals.tables import OF_REQUEST
from retaguarda.foundation.command import Command, Done, command_route, digest_of, intent_of, replay, run_request
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.first_responses import keep_response
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import NEW
from retaguarda.identity.proven_command import Shown, run_proven
from retaguarda.identity.second_step import SecondStep

MOST_AT_ONCE = 50


class ApproveManyInput(Shown, forbid_unknown_fields=True, kw_only=True):
    """Each request is checked alone. Only round 1 is approved here; an edited or stale request needs a look of its own."""

    ids: Annotated[
        list[Annotated[str, msgspec.Meta(min_length=1, max_length=36)]],
        msgspec.Meta(min_length=1, max_length=MOST_AT_ONCE),
    ]
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class ApproveMany:
    """Approve many requests; the idempotency key is kept under the chosen merchant, else under the principal's own company."""

    access: Access
    second_step: SecondStep
    executor: Executor

    def route(self) -> Route:
        return replace(command_route(self._accept_factor(""), self.access), handler=self.handle, answers=DecidedMany)

    async def handle(self, request: Request) -> Response:
        accepted = await run_proven(
            self._accept_factor, _check_comment, request, NEW.over(self.access), self.second_step
        )
        approve_one = self._single_command(request, msgspec.json.decode(accepted.body, type=str))
        results = DecidedMany([], [])
        for number in dict.fromkeys(request.read(ApproveManyInput).ids):
            outcome = await self._approve_one(approve_one, _request_about(request, number), number)
            (results.decided if isinstance(outcome, Decided) else results.refused).append(outcome)  # type: ignore[arg-type]
        return json_response(results, headers=accepted.headers)

    def _accept_factor(self, factor: str) -> Command[ApproveManyInput]:
        """Build the Command that keeps the accepted factor under the idempotency key; its response is the kind of
        factor."""

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

    def _single_command(self, request: Request, factor: str) -> Command[ApproveManyInput]:
        async def apply(tx: Tx, principal: Principal, given: ApproveManyInput, path: Mapping[str, str]) -> Done:
            comment = clean_comment("comment", given.comment, required=False)
            approval = await request_of(tx, principal, path_id(path))
            await refuse_unless_open(tx, approval, principal, seen=1)
            if self.executor.typed_amount(approval) is not None:
                raise ApiError(409, "approval_alone", "whoever approves this types its total: open it by itself")
            decided = await approve(tx, approval, principal, request, self.executor, factor, reason=comment)
            return Done(path["id"], decided, event_data(approval))

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

    async def _approve_one(
        self, command: Command[ApproveManyInput], request: Request, number: str
    ) -> Decided | NotDecided:
        try:
            done = await run_request(command, request, OF_REQUEST.over(self.access))
        except ApiError as error:
            # Its outcome is unknown: the caller must repeat the whole request.
            if error.status == 401 or error.message == "idempotency_in_flight":
                raise
            key = error.message if isinstance(error.message, str) else ", ".join(error.message)
            done = await self._store_refusal(command, request, NotDecided(number, key, error.error))
        return msgspec.json.decode(done.body, type=Decided if done.status == command.status else NotDecided)

    async def _store_refusal(
        self, command: Command[ApproveManyInput], request: Request, refused: NotDecided
    ) -> Response:
        """Keep the refusal as well: a repeated request must get it even if others have decided meanwhile."""
        digest, key = digest_of(command, intent_of(command, request)), request.headers["idempotency-key"]
        body = msgspec.json.encode(refused)
        try:
            async with OF_REQUEST.over(self.access).open_under_key(request, command.permission, key) as (
                tx,
                principal,
                first,
            ):
                if first is not None:
                    return replay(first, digest)
                kept = {
                    "company": principal.chosen(),
                    "person": principal.person_id,
                    "key": key,
                    "command": command.name,
                    "digest": digest,
                    "body": body,
                }
                await keep_response(tx, kept, 409)
        except ApiError as error:
            if error.status != 404:
                raise
        return Response(body, 409)


async def _check_comment(tx: Tx, principal: Principal, given: ApproveManyInput, path: Mapping[str, str]) -> None:
    clean_comment("comment", given.comment, required=False)


def _request_about(request: Request, number: str) -> Request:
    """Rewrite the request as one about this approval alone, with a derived idempotency key."""
    key = hashlib.sha256(f"{request.headers['idempotency-key']}:{number}".encode()).hexdigest()
    return replace(request, path_params={"id": number}, headers={**request.headers, "idempotency-key": key})
