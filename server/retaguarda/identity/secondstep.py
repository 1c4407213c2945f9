"""The second step of a sign-in: a code of the authenticator app, or a recovery code."""

import re
from dataclasses import dataclass

from retaguarda.foundation.call import Call
from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.keys import Keys
from retaguarda.identity.limits import begin_try, code_limits, count, take_back
from retaguarda.identity.recovery import use_code
from retaguarda.identity.sessions import trace
from retaguarda.identity.totp import accepted_step, clock_is_off
from retaguarda.settings import Limits

WHY = {
    "2fa_code_invalid": "the code is wrong or was used",
    "2fa_clock_off": "the code belongs to another time: set the clock of the device by the network, and try again",
    "2fa_setup_invalid": "this setup is not the one the server began, or is too old; begin again",
}


def judge(secret: str, digits: str, last_step: int) -> int | str:
    """The time step of a good code, or the key of what is wrong with it."""
    step = accepted_step(secret, digits, last_step)
    if step is not None:
        return step
    return "2fa_clock_off" if clock_is_off(secret, digits) else "2fa_code_invalid"


@dataclass(frozen=True, slots=True)
class SecondStep:
    database: Database
    keys: Keys
    limits: Limits

    def methods(self, person: Row) -> list[str]:
        """How this person may show who they are; empty for those without a second factor."""
        factors = [name for name, has in (("totp", person["totp_secret"] is not None),) if has]
        return [*factors, *(["recovery"] if factors and person["has_recovery"] else [])]

    async def check(self, person: Row, given: str, call: Call) -> None:
        """
        Raises:
            ApiError: 401, and counted; 429.
        """
        limits = code_limits(self.limits, call.ip, person["email"])
        async with self.database.transaction(SYSTEM) as tx:
            # One try of a person at a time: the code is taken or counted before the next one is looked at.
            at = await begin_try(tx, limits)
            refused = await self._take(tx, person, re.sub(r"\s", "", given), call)
            if refused is None:
                await take_back(tx, limits, at)
            else:
                await count(tx, limits[1:])
                await trace(tx, "identity:person:sign_in_refused", person, call, reason=refused)
        if refused is not None:
            raise ApiError(401, refused, WHY[refused])

    async def _take(self, tx: Tx, person: Row, given: str, call: Call) -> str | None:
        """The key of what is wrong; None once the code is used up."""
        if not re.fullmatch(r"\d{6}", given, re.ASCII):
            if not self.methods(person) or not await use_code(tx, self.keys, person["id"], given):
                return "2fa_code_invalid"
            await trace(tx, "identity:recovery_code:used", person, call)
            return None
        if person["totp_secret"] is None:
            return "2fa_code_invalid"
        verdict = judge(
            self.keys.unseal("totp", bytes(person["totp_secret"])).decode(), given, person["totp_last_step"]
        )
        if isinstance(verdict, str):
            return verdict
        # Whoever was quicker with the same code has used it.
        taken = await tx.execute(
            "update person set totp_last_step = %(step)s where id = %(id)s and totp_last_step < %(step)s",
            {"id": person["id"], "step": verdict},
        )
        return None if taken else "2fa_code_invalid"
