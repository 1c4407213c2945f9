"""Checks and sets a new password."""

from dataclasses import dataclass
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.identity.password_policy import LONGEST, SHORTEST, refusal
from retaguarda.identity.passwords import new_hash
from retaguarda.identity.sessions import end_sessions
from retaguarda.providers.breaches import Breaches

_ERROR_TEXTS = {
    "min_length_required": f"the new password has at least {SHORTEST} characters",
    "too_long": f"the new password has at most {LONGEST} characters",
    "upper_case": "the new password needs an uppercase letter",
    "lower_case": "the new password needs a lowercase letter",
    "numbers": "the new password needs a digit",
    "alphas": "the new password needs a character that is neither letter nor digit",
    "contains_personal": "the new password contains the e-mail, the company or the product",
    "common_password": "the new password is one of those that everybody tries first",
    "easy_password": "the new password is made of common words, runs or repeats only, and is quickly guessed",
}


@dataclass(frozen=True, slots=True)
class NewPasswords:
    breaches: Breaches

    async def hashed(self, password: str, person: Row) -> str:
        """Checks the password and returns its hash. ``person`` has email and company_name.

        Raises:
            ApiError: 400, field newPassword, with the key of the first broken rule.
        """
        key = refusal(password, (person["email"], person["company_name"]))
        if key is None and await self.breaches.holds(password):
            key = "common_password"
        if key is not None:
            raise ApiError(400, {"newPassword": [key]}, _ERROR_TEXTS[key])
        return await new_hash(password)


async def set_password(tx: Tx, person: UUID, hashed: str, *, keep: UUID | None) -> None:
    """Sets the password and ends the person's sessions except ``keep``. An invited person thereby joins."""
    await tx.execute(
        "update person set password_hash = %(hash)s, password_changed_at = clock_timestamp(),"
        " joined_at = coalesce(joined_at, now()) where id = %(id)s",
        {"hash": hashed, "id": person},
    )
    await end_sessions(tx, person, "password", keep=keep)
