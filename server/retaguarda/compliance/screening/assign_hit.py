"""Gives a hit that waits to whoever works on it."""

from collections.abc import Mapping
from uuid import UUID

from retaguarda.compliance.screening.model import HitAssignment
from retaguarda.compliance.screening.queries import find_hit, hit_for_update
from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.request import Principal


async def assign_hit(tx: Tx, principal: Principal, given: HitAssignment, path: Mapping[str, str]) -> Done:
    hit = await hit_for_update(tx, path)
    if hit.status != "pending":
        raise ApiError(409, "hit_not_so", f"this hit is {hit.status}")
    who: UUID | None = principal.person_id
    email = principal.email
    if given.email is not None:
        email = given.email.strip().lower()
        who = await tx.value(_STAFF, {"email": email})
        if who is None:
            raise invalid_field("email", "not_found", "nobody of the provider has this address")
    await tx.execute(
        "update list_hit set assignee = %(email)s, assignee_id = %(who)s where id = %(id)s",
        {"id": hit.id, "email": email, "who": who},
    )
    return Done(str(hit.id), await find_hit(tx, hit.id), {"name": hit.listed, "assignee": email})


_STAFF = "select id from person where lower(email) = %(email)s and company_id = 1 and internal and disabled_at is null"
