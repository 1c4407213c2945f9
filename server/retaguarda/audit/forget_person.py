"""Forgetting who somebody was: what tells of them goes, and the log proves everything else as before."""

from typing import Any
from uuid import UUID

import psycopg


def forget(connection: psycopg.Connection[Any], person: UUID, reason: str) -> int:
    """As the owner, in the caller's transaction; that it was done is an event of its own. The number of events."""
    row = connection.execute("select audit_forget(%s)", (person,)).fetchone()
    count = row[0] if row else 0
    if count:
        connection.execute(
            "insert into event (company_id, name, subject_id, actor, data)"
            " values (1, 'audit:person:forgotten', %s, 'owner', jsonb_build_object('reason', %s::text, 'events', %s::int))",
            (str(person), reason, count),
        )
    return count
