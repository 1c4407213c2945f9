"""One person: rights, sessions and trail."""

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.access.people import User, user_fields, user_row
from retaguarda.access.queries import OF_PERSON
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.identity.devices import device

TRAIL = 50


class TrailMoment(msgspec.Struct):
    at: datetime
    name: str
    actor: str
    data: dict[str, Any]


class UserSession(msgspec.Struct):
    id: UUID
    device: str
    ip: str | None
    created_at: datetime
    last_seen_at: datetime
    two_factor: bool


class UserRecord(User, kw_only=True):
    permissions: list[str]
    sessions: list[UserSession]
    trail: list[TrailMoment]


async def trail_of(tx: Tx, company: int, subject: str) -> list[TrailMoment]:
    """Returns the latest events of a subject, the newest first."""
    rows = await tx.all(
        "select at, name, actor, data from event where company_id = %(company)s and subject_id = %(subject)s"
        f" order by id desc limit {TRAIL}",
        {"company": company, "subject": subject},
    )
    return [TrailMoment(**row) for row in rows]


async def _load(tx: Tx, principal: Principal, person: UUID) -> UserRecord | None:
    row = await user_row(tx, principal, person)
    if row is None:
        return None
    sessions = await tx.all(
        "select id, user_agent, host(ip) as ip, created_at, last_seen_at, two_factor from session"
        " where person_id = %(id)s and ended_at is null and expires_at > now() and last_seen_at > now() - idle"
        " order by last_seen_at desc, id desc limit 100",
        row,
    )
    return UserRecord(
        **user_fields(row, principal),
        permissions=row["permissions"],
        sessions=[UserSession(device=device(each.pop("user_agent")), **each) for each in sessions],
        trail=await trail_of(tx, row["company_id"], str(person)),
    )


USER_RECORD = Record(
    path="/rbac/users/{id:str}",
    summary="One person: permissions, sessions, trail",
    permission=Permission.USERS_READ,
    scope=OF_PERSON,
    answers=UserRecord,
    load=_load,
)
