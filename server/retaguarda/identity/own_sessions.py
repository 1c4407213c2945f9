"""A person's own sessions: which there are, and the end of one or of all others."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.call import Answer, Call, Door, Who, answer
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.record import uuid_of
from retaguarda.identity.devices import device
from retaguarda.identity.door import without_account
from retaguarda.identity.replies import Said
from retaguarda.identity.sessions import end_session, end_sessions, trace_of


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
    door: Door

    async def all(self, call: Call) -> Answer:
        """Those that are alive, the latest first."""
        async with self.door.open(without_account(call), None) as (tx, who):
            rows = await tx.all(
                "select id, created_at, last_seen_at, host(ip) as ip, user_agent, two_factor from session"
                " where person_id = %(person)s and ended_at is null and expires_at > now() and last_seen_at > now() - idle"
                " order by last_seen_at desc, id desc limit 500",
                {"person": who.person_id},
            )
            return answer(
                [
                    OwnSession(current=row["id"] == who.session_id, device=device(row["user_agent"]), **row)
                    for row in rows
                ]
            )

    async def end(self, call: Call) -> Answer:
        """One of them; to end one that is over already changes nothing."""
        session = uuid_of(call.path_params["id"])
        async with self.door.open(without_account(call), None) as (tx, who):
            mine = await tx.value(
                "select true from session where id = %(id)s and person_id = %(person)s",
                {"id": session, "person": who.person_id},
            )
            if not mine:
                raise not_found("session")
            if await end_session(tx, session, "ended by its person"):
                await _trace(tx, who, call, 1)
            return answer(Said("session_ended"))

    async def end_others(self, call: Call) -> Answer:
        async with self.door.open(without_account(call), None) as (tx, who):
            ended = await end_sessions(tx, who.person_id, "ended by its person", keep=who.session_id)
            if ended:
                await _trace(tx, who, call, ended)
            return answer(Said("sessions_ended"))


async def _trace(tx: Tx, who: Who, call: Call, ended: int) -> None:
    await trace_of(tx, "identity:session:ended", who, call, reason="person", count=ended)
