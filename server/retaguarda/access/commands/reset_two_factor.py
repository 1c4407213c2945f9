"""Removes a person's lost second factors. The administrator proves their own in the same request."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from retaguarda.access.guards import person_for_update, refuse_self
from retaguarda.access.people import User, user_of
from retaguarda.access.queries import OF_PERSON
from retaguarda.foundation.command import Command, Done, command_route
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Access, Principal, Request, Response, Route
from retaguarda.identity.people import forget_passkeys, forget_totp
from retaguarda.identity.proven_command import Shown, run_proven
from retaguarda.identity.recovery import forget_codes
from retaguarda.identity.second_step import SecondStep
from retaguarda.identity.sessions import end_sessions


class ResetInput(Shown, forbid_unknown_fields=True, kw_only=True):
    """The caller's own second factor."""


@dataclass(frozen=True, slots=True)
class ResetTwoFactor:
    access: Access
    second_step: SecondStep

    def route(self) -> Route:
        return replace(command_route(_command(""), self.access), handler=self.handle)

    async def handle(self, request: Request) -> Response:
        return await run_proven(_command, _check, request, OF_PERSON.over(self.access), self.second_step)


def _command(factor: str) -> Command[ResetInput]:
    return Command(
        name="access:user:reset_two_factor",
        method="POST",
        path="/rbac/users/{id:str}/reset-two-factor",
        summary="Take a person's second factors away",
        permission=Permission.USERS_WRITE,
        scope=OF_PERSON,
        input=ResetInput,
        answers=User,
        apply=_reset,
        keyed=False,
    )


async def _check(tx: Tx, principal: Principal, body: ResetInput, path: Mapping[str, str]) -> None:
    refuse_self(principal, path_id(path))
    if not principal.has_second_factor:
        raise ApiError(403, "two_factor_required", "set up a second factor of your own first")


async def _reset(tx: Tx, principal: Principal, body: ResetInput, path: Mapping[str, str]) -> Done:
    person_id = path_id(path)
    refuse_self(principal, person_id)
    person = await person_for_update(tx, principal, person_id)
    passkeys = await forget_passkeys(tx, person_id)
    if person["totp_secret"] is None and not passkeys:
        raise ApiError(409, "2factor_missing", "this person has no second factor")
    await forget_totp(tx, person_id)
    await forget_codes(tx, person_id)
    await end_sessions(tx, person_id, "second factor reset")
    before = {"totp": person["totp_secret"] is not None, "passkeys": passkeys}
    return Done(
        str(person_id),
        await user_of(tx, principal, person_id),
        {"before": before, "after": {"totp": False, "passkeys": 0}},
    )
