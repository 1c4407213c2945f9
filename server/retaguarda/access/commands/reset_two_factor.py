"""Take a person's second factors away: they lost them. The administrator shows their own in the same call."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from retaguarda.access.guards import person_for_update, refuse_oneself
from retaguarda.access.people import User, user_of
from retaguarda.access.queries import OF_PERSON
from retaguarda.foundation.command import Command, Done, command_route
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Principal, Request, Response, Route
from retaguarda.identity.proven_command import Shown, run_shown
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
        return await run_shown(_command, _look, request, OF_PERSON.over(self.access), self.second_step)


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


async def _look(tx: Tx, principal: Principal, given: ResetInput, path: Mapping[str, str]) -> None:
    refuse_oneself(principal, uuid_of(path["id"]))
    if not principal.has_second_factor:
        raise ApiError(403, "two_factor_required", "set up a second factor of your own first")


async def _reset(tx: Tx, principal: Principal, given: ResetInput, path: Mapping[str, str]) -> Done:
    number = uuid_of(path["id"])
    refuse_oneself(principal, number)
    person = await person_for_update(tx, principal, number)
    passkeys = await tx.execute("delete from passkey where person_id = %(id)s", person)
    if person["totp_secret"] is None and not passkeys:
        raise ApiError(409, "2factor_missing", "this person has no second factor")
    await tx.execute(
        "update person set totp_secret = null, totp_pending = null, totp_pending_at = null where id = %(id)s",
        person,
    )
    await forget_codes(tx, number)
    await end_sessions(tx, number, "second factor reset")
    before = {"totp": person["totp_secret"] is not None, "passkeys": passkeys}
    return Done(
        str(number), await user_of(tx, principal, number), {"before": before, "after": {"totp": False, "passkeys": 0}}
    )
