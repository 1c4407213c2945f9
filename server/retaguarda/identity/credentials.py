"""Does somebody know a person's password? Asked at sign-in, before a change of it, and before what must be confirmed."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.request import Request
from retaguarda.identity.limits import begin_slow_try, refused, sign_in_limits, take_back
from retaguarda.identity.passwords import verify_password
from retaguarda.identity.sessions import trace
from retaguarda.settings import Limits

_PERSON = (
    "select p.id, p.id as person_id, p.company_id, p.email, p.name, p.password_hash, p.password_changed_at, p.internal,"
    " p.totp_secret, p.totp_last_step, p.disabled_at, c.name as company_name,"
    " exists (select 1 from recovery_code r where r.person_id = p.id and r.used_at is null) as has_recovery,"
    " exists (select 1 from passkey k where k.person_id = p.id) as has_passkey"
    " from person p join company c on c.id = p.company_id where lower(p.email) = lower(%(email)s)"
)


async def person_with(tx: Tx, email: str) -> Row | None:
    """The person with this e-mail, and everything that proves who they are."""
    return await tx.one(_PERSON, {"email": email})


@dataclass(frozen=True, slots=True)
class CredentialCheck:
    database: Database
    limits: Limits

    async def person(self, email: str, password: str, request: Request) -> Row | None:
        """The person with this e-mail and password; None costs the same work, whatever of it is wrong.

        Raises:
            ApiError: 429, before any work.
        """
        limits = sign_in_limits(self.limits, request.ip, email)
        begun = await begin_slow_try(self.database, limits)
        async with self.database.transaction(SYSTEM) as tx:
            person = await person_with(tx, email)
        known = await verify_password(person["password_hash"] if person else None, password)
        if known and person is not None and person["disabled_at"] is None:
            async with self.database.transaction(SYSTEM) as tx:
                await take_back(tx, limits, begun)
            return person
        # One commit for both, so that the time tells nobody whether the person exists.
        async with self.database.transaction(SYSTEM) as tx:
            await refused(tx, limits, begun)
            if person is not None:
                await trace(tx, "identity:person:sign_in_refused", person, request, reason="password_incorrect")
        return None


def wrong_password(status: int) -> ApiError:
    """The text is the specification's, word for word (8)."""
    return ApiError(status, "password_incorrect", "Invalid e-mail or password")
