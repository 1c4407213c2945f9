"""A person's own password: changing it, and saying it again before what is hard to undo."""

from dataclasses import dataclass

import msgspec

from retaguarda.foundation.call import Answer, Call, Door, Who, answer
from retaguarda.foundation.database import Row
from retaguarda.foundation.errors import ApiError
from retaguarda.identity.door import without_account
from retaguarda.identity.knowing import Knowing, wrong_password
from retaguarda.identity.limits import forget_refused
from retaguarda.identity.new_password import NewPasswords, set_password
from retaguarda.identity.policy import LONGEST
from retaguarda.identity.replies import Said
from retaguarda.identity.sessions import trace_of


class PasswordInput(msgspec.Struct, forbid_unknown_fields=True):
    oldPassword: str
    newPassword: str


class ConfirmInput(msgspec.Struct, forbid_unknown_fields=True):
    password: str


@dataclass(frozen=True, slots=True)
class OwnPassword:
    door: Door
    knowing: Knowing
    passwords: NewPasswords

    async def change(self, call: Call) -> Answer:
        """A wrong old password counts like a refused sign-in; a new one ends every other session."""
        given = call.read(PasswordInput)
        if not given.newPassword:
            raise ApiError(400, {"newPassword": ["field_required"]}, "newPassword is required")
        person = await self.proven(call, "oldPassword", given.oldPassword)
        hashed = await self.passwords.hashed(given.newPassword, person)
        async with self.door.open(without_account(call), None) as (tx, who):
            await set_password(tx, who.person_id, hashed, keep=who.session_id)
            await forget_refused(tx, who.email, codes=False)
            await trace_of(tx, "identity:person:password_changed", who, call)
        return answer(Said("password_change_success"))

    async def confirm(self, call: Call) -> Answer:
        """For some minutes this session may do what asks for the password again."""
        given = call.read(ConfirmInput)
        await self.proven(call, "password", given.password)
        async with self.door.open(without_account(call), None) as (tx, who):
            await tx.execute(
                "update session set password_confirmed_at = now() where id = %(id)s", {"id": who.session_id}
            )
            await trace_of(tx, "identity:session:password_confirmed", who, call)
        return answer(Said("password_confirmed"))

    async def proven(self, call: Call, field: str, password: str) -> Row:
        """The signed-in person, once they have said their password, in this field of the call.

        No transaction is open while the password is hashed: a connection is worth more than a round trip.

        Raises:
            ApiError: 400 ``password_incorrect``, counted like a refused sign-in; 429.
        """
        if not password or len(password) > LONGEST:
            key = "too_long" if password else "field_required"
            raise ApiError(400, {field: [key]}, f"{field} has 1 to {LONGEST} characters")
        who = await self._who(call)
        person = await self.knowing.person(who.email, password, call)
        if person is None:
            raise wrong_password(400)
        return person

    async def _who(self, call: Call) -> Who:
        async with self.door.open(without_account(call), None) as (_, who):
            return who
