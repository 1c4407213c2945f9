"""Commands that require the caller's second factor in the same request; we check it before the Command's transaction opens."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from retaguarda.foundation.command import Command, digest_of, intent_of, key_of, replay, run_request
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.first_responses import keep_response
from retaguarda.foundation.request import Access, Principal, Request, Response
from retaguarda.identity.credentials import person_with
from retaguarda.identity.second_step import FactorHooks, SecondStep

#: For how long a request that broke off may be repeated without a fresh code.
RETRY_MINUTES = 5


class Shown(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A code of the app or a recovery code in ``digits``, or the response of a passkey in ``assertion``."""

    digits: str | None = None
    assertion: dict[str, Any] | None = None

    @property
    def proof(self) -> str | dict[str, Any] | None:
        return self.digits if self.assertion is None else self.assertion

    @property
    def factor(self) -> str:
        """The kind of factor, for the record of a decision."""
        if isinstance(self.proof, dict):
            return "passkey"
        return "totp" if len((self.proof or "").replace(" ", "")) == 6 else "recovery"


S = TypeVar("S", bound=Shown)
#: Refuses what would fail anyway, so that it does not use up a code.
Check = Callable[[Tx, Principal, S, Mapping[str, str]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class AcceptedFactor:
    """Remembers under the request's key that its factor was accepted, so that a concurrent or repeated request needs no fresh
    code."""

    company: int
    person: UUID
    key: str
    digest: bytes

    async def factor(self, tx: Tx) -> str | None:
        """Returns the kind of factor that was accepted with this request."""
        body = await tx.value(
            "select body from idempotency where company_id = %(company)s and person_id = %(person)s and key = %(key)s"
            " and command = 'identity:second_factor_shown' and request_hash = %(digest)s"
            f" and created_at > now() - interval '{RETRY_MINUTES} minutes'",
            self._row,
        )
        return None if body is None else bytes(body).decode()

    async def keep(self, tx: Tx, factor: str) -> None:
        kept = self._row | {"command": "identity:second_factor_shown", "body": factor.encode()}
        await keep_response(tx, kept, 200)

    @property
    def _row(self) -> dict[str, Any]:
        derived_key = hashlib.sha256(f"second factor:{self.key}".encode()).hexdigest()
        return {"company": self.company, "person": self.person, "key": derived_key, "digest": self.digest}


async def run_proven(
    make_command: Callable[[str], Command[S]],
    check: Check[S],
    request: Request,
    access: Access,
    second_step: SecondStep,
) -> Response:
    """Runs a Command once its caller has proven their second factor.

    The check needs a transaction of its own, so none is open meanwhile: requests that hold one connection and wait for a second
    could block the whole pool.

    Args:
        make_command: makes the Command from the kind of factor.

    Raises:
        ApiError: as run_request() and ``check``; 400 for a wrong code, counted; 403 ``two_factor_required`` without a second factor,
            ``people_only`` for an API key; 429.
    """
    command = make_command("")
    key, intent = key_of(command, request), intent_of(command, request)
    body = intent.input
    if key is None:
        async with access.open(request, command.permission) as (tx, principal):
            await check(tx, principal, body, request.path_params)
            person = await _person(tx, principal, body)
        return await run_request(
            make_command(await _verify_factor(second_step, person, body, request, None)), request, access
        )
    digest = digest_of(command, intent)
    async with access.open_under_key(request, command.permission, key) as (tx, principal, first):
        accepted = AcceptedFactor(principal.chosen(), principal.person_id, key, digest)
        if first is not None:
            return replay(first, digest)
        factor = await accepted.factor(tx)
        if factor is None:
            await check(tx, principal, body, request.path_params)
        person = await _person(tx, principal, body)
    if factor is None:
        factor = await _verify_factor(second_step, person, body, request, accepted)
    return await run_request(make_command(factor), request, access)


async def _person(tx: Tx, principal: Principal, body: Shown) -> Row:
    if not body.proof or len(body.proof) > 64:
        raise invalid_field("digits", "too_long" if body.proof else "field_required", "show your own second factor")
    person = await person_with(tx, principal.email)
    if person is None:
        raise ApiError(403, "people_only", "this call is for people; a key has no second factor")
    if not principal.has_second_factor:
        raise ApiError(403, "two_factor_required", "set up a second factor of your own first")
    return person


async def _verify_factor(
    step: SecondStep, person: Row, body: Shown, request: Request, accepted: AcceptedFactor | None
) -> str:
    """Checks the factor and returns its kind. It is used up, whatever becomes of the request."""
    proof = body.proof
    assert proof is not None

    async def before(tx: Tx) -> bool:
        return accepted is not None and await accepted.factor(tx) is not None

    async def after(tx: Tx) -> None:
        if accepted is not None:
            await accepted.keep(tx, body.factor)

    hooks = FactorHooks(before, after)
    await step.check(person, proof, request, status=400, event="identity:second_factor:refused", hooks=hooks)
    return body.factor
