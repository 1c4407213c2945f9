"""Deletes expired rows, as a cron task. What happened stays in the events."""

from dataclasses import dataclass, fields

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.first_responses import FORGET_RESPONSES
from retaguarda.settings import Settings

#: Rows a statement deletes at most, to keep locks and transactions short.
BATCH = 5_000
#: Days that an ended session stays visible.
KEPT_DAYS = 30

_EXPIRED = f"least(coalesce(s.ended_at, 'infinity'), s.expires_at) < now() - interval '{KEPT_DAYS} days'"

#: The order matters: refresh tokens before their session, and a pending address while its token still exists.
_STATEMENTS = (
    "delete from refused_try where ctid in (select ctid from refused_try"
    " where at < now() - %(window)s * interval '1 second' limit %(batch)s)",
    "delete from bot_check_used where ctid in (select ctid from bot_check_used where expires_at < now() limit %(batch)s)",
    "delete from passkey_challenge where ctid in (select ctid from passkey_challenge where expires_at < now() limit %(batch)s)",
    "update person set pending_email = null where id in (select p.id from person p join mailed_token t on t.person_id = p.id"
    " and t.action = 'email' and t.new_email = p.pending_email group by p.id having max(t.expires_at) < now() limit %(batch)s)",
    "delete from mailed_token where ctid in (select ctid from mailed_token where expires_at < now() limit %(batch)s)",
    "delete from refresh_token where ctid in (select t.ctid from refresh_token t join session s on s.id = t.session_id"
    f" where {_EXPIRED} limit %(batch)s)",
    f"delete from session where id in (select s.id from session s where {_EXPIRED}"
    " and not exists (select 1 from refresh_token t where t.session_id = s.id) limit %(batch)s)",
    FORGET_RESPONSES,
)


@dataclass(frozen=True, slots=True)
class Sweep:
    database: Database
    settings: Settings

    async def run(self) -> None:
        values = {"batch": BATCH, "window": self._longest_window(), "days": self.settings.idempotency_days}
        for statement in _STATEMENTS:
            deleted = BATCH
            while deleted >= BATCH:
                async with self.database.transaction(SYSTEM) as tx:
                    deleted = await tx.execute(statement, values)

    def _longest_window(self) -> int:
        limits = self.settings.limits
        return max(seconds for each in fields(limits) for _, seconds in getattr(limits, each.name))
