"""Checks e-mail and password: at sign-in, before a password change, and to confirm sensitive actions."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.request import Request
from retaguarda.identity.limits import begin_slow_try, cancel_try, confirm_refusal, sign_in_limits
from retaguarda.identity.passwords import verify_password
from retaguarda.identity.sessions import record_security_event
from retaguarda.settings import Limits

_PERSON = (
    "select p.id, p.id as person_id, p.company_id, p.email, p.name, p.password_hash, p.password_changed_at, p.internal,"
    " p.totp_secret, p.totp_last_step, p.disabled_at, c.name as company_name,"
    " exists (select 1 from recovery_code r where r.person_id = p.id and r.used_at is null) as has_recovery,"
    " exists (select 1 from passkey k where k.person_id = p.id) as has_passkey"
    " from person p join company c on c.id = p.company_id where lower(p.email) = lower(%(email)s)"
)


async def person_with(tx: Tx, email: str) -> Row | None:
    """Returns the person with this e-mail, with everything that can prove who they are."""
    return await tx.one(_PERSON, {"email": email})


@dataclass(frozen=True, slots=True)
class CredentialCheck:
    database: Database
    limits: Limits

    async def person(self, email: str, password: str, request: Request) -> Row | None:
        """Returns the person with this e-mail and password; None takes the same time whichever is wrong.

        Raises:
            ApiError: 429, before any work.
        """
        limits = sign_in_limits(self.limits, request.ip, email)
        attempt = await begin_slow_try(self.database, limits)
        async with self.database.transaction(SYSTEM) as tx:
            person = await person_with(tx, email)
        password_ok = await verify_password(person["password_hash"] if person else None, password)
        if password_ok and person is not None and person["disabled_at"] is None:
            async with self.database.transaction(SYSTEM) as tx:
                await cancel_try(tx, limits, attempt)
            return person
        # One commit for both, so that the timing does not reveal whether the person exists.
        async with self.database.transaction(SYSTEM) as tx:
            await confirm_refusal(tx, limits, attempt)
            if person is not None:
                await record_security_event(
                    tx, "identity:person:sign_in_refused", person, request, reason="password_incorrect"
                )
        return None


def wrong_password(status: int) -> ApiError:
    """The error text is the specification's, word for word (8)."""
    return ApiError(status, "password_incorrect", "Invalid e-mail or password")
