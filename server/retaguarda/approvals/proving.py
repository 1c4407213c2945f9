"""Whoever decides shows their second factor in the same call."""

from typing import Any

import msgspec

from retaguarda.foundation.call import Call, Who
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.identity.knowing import person_with
from retaguarda.identity.secondstep import SecondStep


class Shown(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A code of the app or a recovery code in ``digits``, or in ``assertion`` the answer of a passkey."""

    digits: str | None = None
    assertion: dict[str, Any] | None = None


async def prove(second_step: SecondStep, call: Call, tx: Tx, who: Who, given: Shown) -> str:
    """The kind of the factor. It works in transactions of its own: a code that was shown is used up, whatever comes of this.

    Raises:
        ApiError: 400, counted; 403 ``two_factor_required`` without a second factor, ``people_only`` for a program; 429.
    """
    shown = given.digits if given.assertion is None else given.assertion
    if not shown or len(shown) > 64:
        raise invalid_field("digits", "too_long" if shown else "field_required", "show your own second factor")
    person = await person_with(tx, who.email)
    if person is None:
        raise ApiError(403, "people_only", "this call is for people; a key has no second factor")
    if not who.has_second_factor:
        raise ApiError(403, "two_factor_required", "set up a second factor of your own first")
    await second_step.check(person, shown, call, status=400, event="identity:second_factor:refused")
    if isinstance(shown, dict):
        return "passkey"
    return "totp" if len(shown.replace(" ", "")) == 6 else "recovery"
