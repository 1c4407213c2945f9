"""Says who sees a secret order, and writes down each opening of one: rows of it are hidden from everybody else by the database."""

import re
from collections.abc import Mapping
from uuid import UUID

import msgspec

from retaguarda.compliance.judicial_orders.model import Viewer
from retaguarda.compliance.judicial_orders.queries import OrderRow, find_order, locked_order, order_of
from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.events import record
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import PROVIDER, Principal

SEEN = "compliance:judicial_order:seen"


class _Person(msgspec.Struct):
    id: UUID
    email: str


async def people_of(tx: Tx, field: str, emails: str) -> list[UUID]:
    """The people of the staff with these e-mails, which stand with commas or spaces between.

    Raises:
        ApiError: 400 where one of them is nobody's of the staff.
    """
    asked = {each.lower() for each in re.split(r"[\s,;]+", emails) if each}
    rows = await tx.all(
        "select id, lower(email) as email from published.person where lower(email) = any(%(emails)s) and internal and disabled_at is null",
        {"emails": sorted(asked)},
    )
    found = msgspec.convert(rows, list[_Person])
    if missing := asked - {each.email for each in found}:
        raise invalid_field(field, "viewer_unknown", f"nobody of the staff has the e-mail {min(missing)}")
    return [each.id for each in found]


async def let_in(tx: Tx, principal: Principal, given: Viewer, path: Mapping[str, str]) -> Done:
    row, person = await _asked(tx, given, path)
    await tx.execute(
        "update judicial_order set viewers = (select array_agg(distinct v order by v) from unnest(viewers || %(person)s) v) where id = %(id)s",
        {"id": row.id, "person": [person]},
    )
    return await _said(tx, row, given)


async def shut_out(tx: Tx, principal: Principal, given: Viewer, path: Mapping[str, str]) -> Done:
    """Whoever acted on an order goes on seeing it, and somebody always sees it who did not register it."""
    row, person = await _asked(tx, given, path)
    if person == principal.person_id:
        raise ApiError(409, "viewer_self", "somebody else who sees this order shuts you out")
    if person in (row.registered_by_id, row.executed_by_id, row.ended_by_id, row.directed_by_id):
        raise ApiError(409, "viewer_acted", "whoever acted on an order goes on seeing it")
    if all(each in (given.viewer.lower(), row.registered_by) for each in row.viewers):
        raise ApiError(409, "viewer_last", "somebody else has to see this order")
    await tx.execute(
        "update judicial_order set viewers = array_remove(viewers, %(person)s) where id = %(id)s",
        {"id": row.id, "person": person},
    )
    return await _said(tx, row, given)


async def _asked(tx: Tx, given: Viewer, path: Mapping[str, str]) -> tuple[OrderRow, UUID]:
    row = await locked_order(tx, path_id(path))
    if not row.secret:
        raise ApiError(409, "judicial_order_open", "this order is no secret: the whole lane sees it")
    people = await people_of(tx, "viewer", given.viewer)
    if len(people) != 1:
        raise invalid_field("viewer", "viewer_unknown", "name one person of the staff")
    return row, people[0]


async def _said(tx: Tx, row: OrderRow, given: Viewer) -> Done:
    now = await find_order(tx, row.id)
    assert now is not None
    return Done(str(row.id), order_of(now), {"protocol": row.protocol, "viewer": given.viewer.lower()})


async def write_opening(tx: Tx, principal: Principal, order: UUID) -> None:
    """Write down that somebody opened a secret order: once an hour for each person. Only who sees the order reads it."""
    key = {"company": PROVIDER, "subject": str(order), "name": SEEN, "person": principal.person_id}
    known = await tx.value(
        "select exists (select from event where company_id = %(company)s and subject_id = %(subject)s and name = %(name)s"
        " and person_id = %(person)s and at > now() - interval '1 hour')",
        key,
    )
    if not known:
        await record(tx, SEEN, company=PROVIDER, subject=str(order), actor=principal.email, person=principal.person_id)
