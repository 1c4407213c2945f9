"""Commands whose caller shows their second factor in the same call: it is judged before the Command's transaction opens."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from retaguarda.foundation.command import Command, digest_of, key_of, replay, run
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.first_responses import keep_response
from retaguarda.foundation.request import Access, Principal, Request, Response
from retaguarda.identity.credentials import person_with
from retaguarda.identity.second_step import Around, SecondStep

#: How long a call that broke off may be sent again without a fresh code.
KEPT_MINUTES = 5


class Shown(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A code of the app or a recovery code in ``digits``, or in ``assertion`` the answer of a passkey."""

    digits: str | None = None
    assertion: dict[str, Any] | None = None

    @property
    def shown(self) -> str | dict[str, Any] | None:
        return self.digits if self.assertion is None else self.assertion

    @property
    def factor(self) -> str:
        """The kind of it, as a decision tells it."""
        if isinstance(self.shown, dict):
            return "passkey"
        return "totp" if len((self.shown or "").replace(" ", "")) == 6 else "recovery"


S = TypeVar("S", bound=Shown)
#: Refuses what could not be done anyway, so that no code is used up for it.
Look = Callable[[Tx, Principal, S, Mapping[str, str]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Kept:
    """Remembers under the key of a call that its factor was accepted: of two twins, and of a call that broke off, the
    second is asked for no fresh code."""

    company: int
    person: UUID
    key: str
    digest: bytes

    async def factor(self, tx: Tx) -> str | None:
        """The kind of the factor that was shown with this very call."""
        body = await tx.value(
            "select body from idempotency where company_id = %(company)s and person_id = %(person)s and key = %(key)s"
            " and command = 'identity:second_factor:shown' and request_hash = %(digest)s"
            f" and created_at > now() - interval '{KEPT_MINUTES} minutes'",
            self._row,
        )
        return None if body is None else bytes(body).decode()

    async def keep(self, tx: Tx, factor: str) -> None:
        kept = self._row | {"command": "identity:second_factor:shown", "body": factor.encode()}
        await keep_response(tx, kept, 200)

    @property
    def _row(self) -> dict[str, Any]:
        own = hashlib.sha256(f"second factor:{self.key}".encode()).hexdigest()
        return {"company": self.company, "person": self.person, "key": own, "digest": self.digest}


async def run_shown(
    made: Callable[[str], Command[S]], look: Look[S], request: Request, access: Access, second_step: SecondStep
) -> Response:
    """Runs a Command once its caller has shown their second factor. No transaction is open while it is judged: that takes
    one of its own, and as many calls at once as the pool has connections would wait for each other, and all others for them.

    Args:
        made: makes the Command, of the kind of the factor.

    Raises:
        ApiError: as of run() and ``look``; 400 for a wrong code, counted; 403 ``two_factor_required`` without a second
            factor, ``people_only`` for a program; 429.
    """
    command = made("")
    key, given = key_of(command, request), request.read(command.input)
    if key is None:
        async with access.open(request, command.permission) as (tx, principal):
            await look(tx, principal, given, request.path_params)
            person = await _person(tx, principal, given)
        return await run(made(await _checked(second_step, person, given, request, None)), request, access)
    digest = digest_of(command, request)
    async with access.open_under_key(request, command.permission, key) as (tx, principal, first):
        kept = Kept(principal.chosen(), principal.person_id, key, digest)
        if first is not None:
            return replay(first, digest)
        factor = await kept.factor(tx)
        if factor is None:
            await look(tx, principal, given, request.path_params)
        person = await _person(tx, principal, given)
    if factor is None:
        factor = await _checked(second_step, person, given, request, kept)
    return await run(made(factor), request, access)


async def _person(tx: Tx, principal: Principal, given: Shown) -> Row:
    if not given.shown or len(given.shown) > 64:
        raise invalid_field("digits", "too_long" if given.shown else "field_required", "show your own second factor")
    person = await person_with(tx, principal.email)
    if person is None:
        raise ApiError(403, "people_only", "this call is for people; a key has no second factor")
    if not principal.has_second_factor:
        raise ApiError(403, "two_factor_required", "set up a second factor of your own first")
    return person


async def _checked(step: SecondStep, person: Row, given: Shown, request: Request, kept: Kept | None) -> str:
    """The kind of the factor. What was shown is used up, whatever comes of the call."""
    shown = given.shown
    assert shown is not None

    async def before(tx: Tx) -> bool:
        return kept is not None and await kept.factor(tx) is not None

    async def after(tx: Tx) -> None:
        if kept is not None:
            await kept.keep(tx, given.factor)

    around = Around(before, after)
    await step.check(person, shown, request, status=400, event="identity:second_factor:refused", around=around)
    return given.factor
