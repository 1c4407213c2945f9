"""Invariants of sessions."""

from retaguarda.connection_time.queries import UNTIL
from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "sessions_do_not_end_before_they_begin",
        "no session is shorter than nothing, and none is seen after its longest time",
        f"""
        select count(*) from session s
         where {UNTIL} < s.created_at - interval '1 second' or s.last_seen_at > s.expires_at + interval '1 second'
        """,
    ),
)
