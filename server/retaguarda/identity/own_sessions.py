"""A person's own sessions: list them, end one, end all others."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Principal, Request, Response, json_response
from retaguarda.identity.devices import device
from retaguarda.identity.person_access import without_account
from retaguarda.identity.responses import Ok
from retaguarda.identity.sessions import end_session, end_sessions, record_own_event


class OwnSession(msgspec.Struct):
    id: UUID
    current: bool
    created_at: datetime
    last_seen_at: datetime
    ip: str | None
    user_agent: str | None
    device: str
    two_factor: bool


@dataclass(frozen=True, slots=True)
class OwnSessions:
    access: Access

    async def all(self, request: Request) -> Response:
        """Lists the live sessions, the latest first."""
        async with self.access.open(without_account(request), None) as (tx, principal):
            rows = await tx.all(
                "select id, created_at, last_seen_at, host(ip) as ip, user_agent, two_factor from session"
                " where person_id = %(person)s and ended_at is null and expires_at > now() and last_seen_at > now() - idle"
                " order by last_seen_at desc, id desc limit 500",
                {"person": principal.person_id},
            )
            return json_response(
                [
                    OwnSession(current=row["id"] == principal.session_id, device=device(row["user_agent"]), **row)
                    for row in rows
                ]
            )

    async def end(self, request: Request) -> Response:
        """Ends one session; does nothing if it has ended already."""
        session = uuid_of(request.path_params["id"])
        async with self.access.open(without_account(request), None) as (tx, principal):
            is_own = await tx.value(
                "select true from session where id = %(id)s and person_id = %(person)s",
                {"id": session, "person": principal.person_id},
            )
            if not is_own:
                raise not_found("session")
            if await end_session(tx, session, "ended by its person"):
                await _record_end(tx, principal, request, 1)
            return json_response(Ok("session_ended"))

    async def end_others(self, request: Request) -> Response:
        async with self.access.open(without_account(request), None) as (tx, principal):
            ended_count = await end_sessions(tx, principal.person_id, "ended by its person", keep=principal.session_id)
            if ended_count:
                await _record_end(tx, principal, request, ended_count)
            return json_response(Ok("sessions_ended"))


async def _record_end(tx: Tx, principal: Principal, request: Request, ended_count: int) -> None:
    await record_own_event(tx, "identity:session:ended", principal, request, reason="person", count=ended_count)
