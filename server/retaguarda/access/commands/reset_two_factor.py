"""Take a person's second factors away: they lost them. The administrator shows their own in the same call."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import msgspec

from retaguarda.access.guards import person_for_update, refuse_oneself
from retaguarda.access.people import User, user_of
from retaguarda.foundation.call import Answer, Call, Door, Route, Who
from retaguarda.foundation.command import Command, Done, command_route, run
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.identity.knowing import person_with
from retaguarda.identity.recovery import forget_codes
from retaguarda.identity.secondstep import SecondStep
from retaguarda.identity.sessions import end_sessions


class ResetInput(msgspec.Struct, forbid_unknown_fields=True):
    """The caller's own second factor: a code in ``digits``, or in ``assertion`` the answer of a passkey."""

    digits: str | None = None
    assertion: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ResetTwoFactor:
    door: Door
    second_step: SecondStep

    def route(self) -> Route:
        return replace(command_route(self._command(None), self.door), handler=self.handle)

    async def handle(self, call: Call) -> Answer:
        return await run(self._command(call), call, self.door)

    def _command(self, call: Call | None) -> Command[ResetInput]:
        """Of one call: what it proves is judged by where it comes from."""
        return Command(
            name="access:user:reset_two_factor",
            method="POST",
            path="/rbac/users/{id:str}/reset-two-factor",
            summary="Take a person's second factors away",
            permission=Permission.USERS_WRITE,
            input=ResetInput,
            answers=User,
            apply=partial(self._apply, call),
            keyed=False,
        )

    async def _apply(self, call: Call | None, tx: Tx, who: Who, given: ResetInput, path: Mapping[str, str]) -> Done:
        number = uuid_of(path["id"])
        refuse_oneself(who, number)
        if not who.has_second_factor:
            raise ApiError(403, "two_factor_required", "set up a second factor of your own first")
        assert call is not None
        await self._proven(call, tx, who, given)
        person = await person_for_update(tx, who, number)
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
            str(number), await user_of(tx, who, number), {"before": before, "after": {"totp": False, "passkeys": 0}}
        )

    async def _proven(self, call: Call, tx: Tx, who: Who, given: ResetInput) -> None:
        """In transactions of its own: a code that was shown is used up, and a wrong one counted, whatever comes of this."""
        shown = given.digits if given.assertion is None else given.assertion
        if not shown or len(shown) > 64:
            raise invalid_field("digits", "too_long" if shown else "field_required", "show your own second factor")
        person = await person_with(tx, who.email)
        assert person is not None
        await self.second_step.check(person, shown, call, status=400, event="identity:second_factor:refused")
