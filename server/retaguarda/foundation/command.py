"""Commands, through which everything is changed, and run(), which runs every one of them.

run() brings, in one transaction: permission, tenant scope, the chosen merchant, idempotency, the event (audit trail and
outbox in one) and the commit before the response. The gate of approvals comes before apply: a Command that needs a
second person stops there with 202 and its request, and changes nothing else.
"""

import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

import msgspec

from retaguarda.foundation.caller import Caller, RequestCaller
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import Change, PlanSummary, changes, fields_of
from retaguarda.foundation.errors import ApiError, RecordedRefusal, invalid_field
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import (
    Access,
    Example,
    IdempotencyRecord,
    Intent,
    Method,
    Parameter,
    Principal,
    Request,
    Response,
    Route,
    RowScope,
)
from retaguarda.foundation.table import Table

I = TypeVar("I")  # noqa: E741  (the input of a Command)

#: The status of a response that says: a second person has to approve first.
HELD = 202


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """The input of a Command that takes none."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a Command did: ``subject`` is the id of what it changed, ``result`` the body of the response."""

    subject: str
    result: Any
    #: What the event carries besides names and ids; never secrets, never document numbers.
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Command(Generic[I]):
    """Something a person can do.

    Args:
        name: ``source:subject:action``, also the name of its event.
        apply: does it, inside run()'s transaction; never commits, never calls the outside world.
        subject: reads what it acts on, for the plan that compares before and after; None if it creates something. It must not
            read a time that the Command itself writes: no two plans would be equal, so no approval could match.
        permission: None if it only concerns the person themselves.
        scope: whose rows it works on.
        keyed: an Idempotency-Key is required (it moves money or creates something); otherwise it is accepted.
        approvable: a policy may ask for a second person, so it passes the gate.
        closed: whether this one call is about a secret that no policy may show to a second person.
        shows: summarises what was just done for the plan, in the terms a person judges by: names instead of ids.
        also: names of Commands that have the same effect; a policy about one of them applies to this one too.
        reserves: returns what the money was taken from, by name, and how much: while a request waits for approval, nobody
            else can ask for that money (SQL function approval_reserved).
        by_clock: a query for what scheduled runs have moved because of it: company_id, at, amount (minor units), currency, maker_id.
        planned: it has a plan route, by which a form shows what it would do (ledger/plan.py).
        moves_money: its input says how much, as ``amount``, which policies may limit.
        changes_rights: as soon as any policy exists it needs a second person too, if it changes who may decide: nobody
            appoints their own checker.
        bulk: the list whose keys its path parameter ``id`` takes: it can be done to many of its rows at once.
        bulk_most: to at most this many at once; None: the general limit of bulk runs.
        in_session: refuses people who may not ask for it in their current session. A bulk run, which outlives the session, asks
            once before it starts.
        typed: name of an amount of its input that each approver has to type; it cannot be approved in bulk.
        ready: refuses approvers who have not looked at what they decide on.
        seals_reason: it keeps the reason that is given to it under a key that is erased one day, so its event does not tell it.
        carried: values made for this one call before the Command runs, kept for when it runs after approval; no secrets.
    """

    name: str
    method: Method
    path: str
    summary: str
    permission: Permission | None
    input: type[I]
    answers: Any
    apply: Callable[[Tx, Principal, I, Mapping[str, str]], Awaitable[Done]]
    keyed: bool = True
    status: int = 200
    subject: Callable[[Tx, Principal, Mapping[str, str]], Awaitable[msgspec.Struct | None]] | None = None
    approvable: bool = False
    closed: Callable[[Tx, Any, Mapping[str, str]], Awaitable[bool]] | None = None
    shows: Callable[[Tx, Principal, Done], Awaitable[PlanSummary]] | None = None
    also: tuple[str, ...] = ()
    reserves: Callable[[Done], tuple[str, int]] | None = None
    by_clock: str = ""
    carried: Mapping[str, str] = field(default_factory=dict)
    example: Example | None = None
    planned: bool = False
    moves_money: bool = False
    changes_rights: bool = False
    bulk: Table | None = None
    bulk_most: int | None = None
    in_session: Callable[[Tx, Principal], Awaitable[None]] | None = None
    typed: str = ""
    seals_reason: bool = False
    ready: Callable[[Tx, Principal, Mapping[str, str]], Awaitable[None]] | None = None
    scope: RowScope = field(kw_only=True)


def named_by(name: str) -> Callable[[Tx, Principal, Done], Awaitable[PlanSummary]]:
    """Make the ``shows`` of a Command whose event carries the name of its subject, under this key."""

    async def shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
        return PlanSummary(str(done.data[name]), [])

    return shows


def command_route(command: Command[Any], access: Access) -> Route:
    scoped = command.scope.over(access)

    async def handler(request: Request) -> Response:
        return await run_request(command, request, scoped)

    return Route(
        command.method,
        command.path,
        command.summary,
        handler,
        permission=command.permission,
        scope=command.scope,
        body=command.input,
        answers=command.answers,
        status=command.status,
        command=command.name,
        example=command.example,
        also=((HELD, access.gate.answers),) if command.approvable and access.gate is not None else (),
        parameters=(
            Parameter("Idempotency-Key", {"type": "string", "maxLength": 255}, where="header", required=command.keyed),
        ),
    )


async def run_request(command: Command[Any], request: Request, access: Access) -> Response:
    """Run the Command of a request, in the scope of ``access``.

    Raises:
        ApiError: 400 without a required key or with an invalid body; and as run().
    """
    key = key_of(command, request)
    return await run(command, intent_of(command, request), RequestCaller(access, request), key)


async def run(command: Command[Any], intent: Intent, caller: Caller, key: str | None) -> Response:
    """Run a Command once, for whichever caller: permission, idempotency, the gate of approvals, apply, event.

    Args:
        key: idempotency key: the same key and input return the first response again. None: without idempotency.

    Raises:
        ApiError: 403, 404, 409 while an earlier call with the key is running, 422 if the key came with another input, and
            whatever the Command refuses.
    """
    try:
        return await _run(command, intent, caller, key)
    except RecordedRefusal as refusal:
        async with caller.enter(command.permission, None) as (tx, _, _):
            await tx.execute(refusal.record, refusal.values)
        raise


async def _run(command: Command[Any], intent: Intent, caller: Caller, key: str | None) -> Response:
    digest = b"" if key is None else digest_of(command, intent)
    async with caller.enter(command.permission, key) as (tx, principal, first):
        company = principal.chosen()
        if first is not None:
            return replay(first, digest)
        held = (
            await caller.gate.hold(command, intent, tx, principal)
            if command.approvable and caller.gate is not None
            else None
        )
        done = held or await _applied(command, intent, tx, principal)
        event, status = (command.name, command.status) if held is None else (held.event, HELD)
        answered = msgspec.json.encode(done.result)
        await tx.with_commit(
            "select command_close(%(company)s, %(event)s, %(subject)s, %(person)s, %(actor)s, %(request)s, %(ip)s,"
            " %(agent)s, %(data)s::jsonb, %(key)s, %(name)s, %(hash)s, %(status)s, %(body)s)",
            {
                "company": company,
                "event": event,
                "name": command.name,
                "subject": done.subject,
                "person": principal.person_id,
                "actor": principal.email,
                "request": intent.origin.request_id,
                "ip": intent.origin.ip,
                "agent": intent.origin.user_agent,
                "data": json_text(done.data),
                "key": key,
                "hash": digest,
                "status": status,
                "body": answered,
            },
        )
        return Response(answered, status)


async def _applied(command: Command[Any], intent: Intent, tx: Tx, principal: Principal) -> Done:
    """Apply the Command; its event also carries the changes of its subject and the reason given."""
    if command.subject is None:
        done = await command.apply(tx, principal, intent.input, intent.path)
        return done if command.seals_reason else with_reason_and_changes(done, intent.input)
    before = fields_of(await command.subject(tx, principal, intent.path))
    done = await command.apply(tx, principal, intent.input, intent.path)
    after = fields_of(await command.subject(tx, principal, intent.path))
    return with_reason_and_changes(done, intent.input, changes(before, after))


def with_reason_and_changes(done: Done, body: Any, changed: Sequence[Change] = ()) -> Done:
    """Add the reason in the input and the changes to what the event carries."""
    reason = getattr(body, "reason", None)
    more = {"reason": reason} if isinstance(reason, str) and reason else {}
    more |= {"changes": changed} if changed else {}
    return replace(done, data=more | dict(done.data)) if more else done


def key_of(command: Command[Any], request: Request) -> str | None:
    key = request.headers.get("idempotency-key", "").strip()
    if not key:
        if command.keyed:
            raise ApiError(
                400, "idempotency_key_required", "send a header Idempotency-Key of your choice, new for each intent"
            )
        return None
    if len(key) > 255 or not key.isascii() or not key.isprintable():
        raise invalid_field("Idempotency-Key", "invalid", "Idempotency-Key has at most 255 printable ASCII characters")
    return key


def intent_of(command: Command[Any], request: Request) -> Intent:
    """Read what a request wants done.

    Raises:
        ApiError: 400 with the invalid field.
    """
    return Intent(request.read(command.input), request.path_params, request.origin)


def canonical_input(command: Command[Any], intent: Intent) -> bytes:
    """Encode what was meant, not how it was written: the input in a fixed order, and the ids in the path."""
    return msgspec.json.encode([command.name, dict(intent.path), intent.input], order="sorted")


def digest_of(command: Command[Any], intent: Intent) -> bytes:
    return hashlib.sha256(canonical_input(command, intent)).digest()


def replay(first: IdempotencyRecord, digest: bytes) -> Response:
    """Return the first response again, if the input is the same."""
    if first.busy:
        raise ApiError(
            409,
            "idempotency_in_flight",
            "a call with this Idempotency-Key is running; ask again in a moment",
            {"Retry-After": "1"},
        )
    if first.request_hash != digest:
        raise ApiError(422, "idempotency_key_reused", "this Idempotency-Key came with another body before")
    return Response(first.body, first.status, {"Idempotency-Replayed": "true"})
