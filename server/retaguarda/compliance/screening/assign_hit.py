"""Gives a hit that waits to whoever works on it."""

from collections.abc import Mapping

from retaguarda.compliance.screening.model import HitAssignment
from retaguarda.compliance.screening.queries import find_hit, hit_for_update
from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.request import Principal
from retaguarda.foundation.staff import assignee_of


async def assign_hit(tx: Tx, principal: Principal, given: HitAssignment, path: Mapping[str, str]) -> Done:
    hit = await hit_for_update(tx, path)
    if hit.status != "pending":
        raise ApiError(409, "hit_not_so", f"this hit is {hit.status}")
    to = await assignee_of(tx, principal, "email", given.email)
    await tx.execute(
        "update list_hit set assignee = %(email)s, assignee_id = %(who)s where id = %(id)s",
        {"id": hit.id, "email": to.email, "who": to.id},
    )
    return Done(str(hit.id), await find_hit(tx, hit.id), {"name": hit.listed, "assignee": to.email})
