"""Who of the provider's staff a piece of work is given to."""

from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import fetch_one


class Assignee(msgspec.Struct, frozen=True):
    """Somebody of the staff."""

    id: UUID
    email: str


async def assignee_of(tx: Tx, principal: Principal, field: str, email: str | None) -> Assignee:
    """Return the one of the staff who has this e-mail; without one, whoever asks.

    Raises:
        ApiError: 400 naming the field: nobody of the staff has it.
    """
    if email is None or not email.strip():
        return Assignee(principal.person_id, principal.email)
    found = await fetch_one(tx, Assignee, _STAFF, {"email": email.strip()})
    if found is None:
        raise invalid_field(field, "not_found", "nobody of the provider has this address")
    return found


_STAFF = """
    select id, email from published.person where lower(email) = lower(%(email)s) and internal and disabled_at is null
"""
